define amdgpu_kernel void @k(i32 %x) !dbg !3 {
    #dbg_value(i32 %x, !1, !DIExpression(DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef), !2)
    #dbg_value(ptr addrspace(5) null, !1, !DIExpression(DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef, DW_OP_deref), !2)
  ret void, !dbg !2
}
