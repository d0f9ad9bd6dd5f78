@.str = private unnamed_addr addrspace(4) constant [14 x i8] c"%d %s %v3hlf\0A\00", align 1
@.word = private unnamed_addr addrspace(4) constant [6 x i8] c"100 %\00", align 1
@.plain = private unnamed_addr addrspace(4) constant [1 x i8] zeroinitializer, align 1

define amdgpu_kernel void @k(i32 %n, <3 x float> %v, ptr addrspace(4) %s) {
  %a = call i32 @__atoll_printf.1(i32 noundef %n, <3 x float> noundef %v) #1
  %b = tail call i32 @__atoll_printf.2(i32 %n, ptr addrspace(4) %s, <3 x float> %v)
  %c = call i32 @__atoll_printf.3()
  ret void
}

declare i32 @printf(ptr addrspace(4), ...)
declare i32 @_Z6printfPU3AS4Kcz(ptr addrspace(4), ...)

declare i64 @__atoll_printf_begin(i32, i32)
declare i64 @__atoll_printf_u32(i64, i32)
declare i64 @__atoll_printf_u64(i64, i64)
declare i32 @__atoll_printf_length_global(i64)
declare i64 @__atoll_printf_string_global(i64, i64, i32)
declare i32 @__atoll_printf_length_local(i32)
declare i64 @__atoll_printf_string_local(i64, i32, i32)
declare i32 @__atoll_printf_length_private(i32)
declare i64 @__atoll_printf_string_private(i64, i32, i32)

define internal i32 @__atoll_printf.1(i32 %a0, <3 x float> %a1) nounwind {
  %at0 = call i64 @__atoll_printf_begin(i32 1, i32 24)
  %at1 = call i64 @__atoll_printf_u32(i64 %at0, i32 %a0)
  %n0 = shufflevector <3 x float> %a1, <3 x float> undef, <4 x i32> <i32 0, i32 1, i32 2, i32 undef>
  %n1 = bitcast <4 x float> %n0 to <2 x i64>
  %n2 = extractelement <2 x i64> %n1, i32 0
  %at2 = call i64 @__atoll_printf_u64(i64 %at1, i64 %n2)
  %n3 = extractelement <2 x i64> %n1, i32 1
  %at3 = call i64 @__atoll_printf_u64(i64 %at2, i64 %n3)
  %failed = icmp eq i64 %at0, 0
  %r = sext i1 %failed to i32
  ret i32 %r
}

define internal i32 @__atoll_printf.2(i32 %a0, ptr addrspace(4) %a1, <3 x float> %a2) nounwind {
  %s1 = ptrtoint ptr addrspace(4) %a1 to i64
  %l1 = call i32 @__atoll_printf_length_global(i64 %s1)
  %t0 = add i32 28, %l1
  %at0 = call i64 @__atoll_printf_begin(i32 2, i32 %t0)
  %at1 = call i64 @__atoll_printf_u32(i64 %at0, i32 %a0)
  %at2 = call i64 @__atoll_printf_string_global(i64 %at1, i64 %s1, i32 %l1)
  %n0 = shufflevector <3 x float> %a2, <3 x float> undef, <4 x i32> <i32 0, i32 1, i32 2, i32 undef>
  %n1 = bitcast <4 x float> %n0 to <2 x i64>
  %n2 = extractelement <2 x i64> %n1, i32 0
  %at3 = call i64 @__atoll_printf_u64(i64 %at2, i64 %n2)
  %n3 = extractelement <2 x i64> %n1, i32 1
  %at4 = call i64 @__atoll_printf_u64(i64 %at3, i64 %n3)
  %failed = icmp eq i64 %at0, 0
  %r = sext i1 %failed to i32
  ret i32 %r
}

define internal i32 @__atoll_printf.3() nounwind {
  %at0 = call i64 @__atoll_printf_begin(i32 3, i32 4)
  %failed = icmp eq i64 %at0, 0
  %r = sext i1 %failed to i32
  ret i32 %r
}
