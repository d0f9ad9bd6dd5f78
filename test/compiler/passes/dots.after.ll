define void @f() #0 {
  ret void
}

attributes #0 = { "target-cpu"="gfx906" "target-features"="+dl-insts,-dot1-insts,+dot10-insts,+dot2-insts,-dot7-insts" }
