@.str = private unnamed_addr addrspace(4) constant [14 x i8] c"%d %s %v3hlf\0A\00", align 1
@.word = private unnamed_addr addrspace(4) constant [6 x i8] c"100 %\00", align 1
@.plain = private unnamed_addr addrspace(4) constant [1 x i8] zeroinitializer, align 1

define amdgpu_kernel void @k(i32 %n, <3 x float> %v, ptr addrspace(4) %s) {
  %a = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) noundef @.str, i32 noundef %n, ptr addrspace(4) noundef @.word, <3 x float> noundef %v) #1
  %b = tail call i32 (ptr addrspace(4), ...) @_Z6printfPU3AS4Kcz(ptr addrspace(4) @.str, i32 %n, ptr addrspace(4) %s, <3 x float> %v)
  %c = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @.plain)
  ret void
}

declare i32 @printf(ptr addrspace(4), ...)
declare i32 @_Z6printfPU3AS4Kcz(ptr addrspace(4), ...)
