define available_externally i32 @f(i32 %x) #0 {
  ret i32 %x
}

define i32 @available_externally(i32 %x) #0 {
  ret i32 %x
}
