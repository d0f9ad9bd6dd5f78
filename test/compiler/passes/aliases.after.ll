
@.str = private addrspace(4) constant [8 x i8] c"@again:\00"

define void @base(ptr %p) {
  ret void
}

define void @f(ptr %p) {
  call void @base(ptr %p)
  ret void
}
