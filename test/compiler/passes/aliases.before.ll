@whole = unnamed_addr alias void (ptr), ptr @base
@again = alias void (ptr), ptr @whole

@.str = private addrspace(4) constant [8 x i8] c"@again:\00"

define void @base(ptr %p) {
  ret void
}

define void @f(ptr %p) {
  call void @again(ptr %p)
  ret void
}
