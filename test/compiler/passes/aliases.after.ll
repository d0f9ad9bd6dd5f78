
define void @base(ptr %p) {
  ret void
}

define void @f(ptr %p) {
  call void @base(ptr %p)
  ret void
}
