@whole = unnamed_addr alias void (ptr), ptr @base
@again = alias void (ptr), ptr @whole

define void @base(ptr %p) {
  ret void
}

define void @f(ptr %p) {
  call void @again(ptr %p)
  ret void
}
