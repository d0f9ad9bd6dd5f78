@a = internal addrspace(1) global i32 5, align 4
@b = internal addrspace(1) global [2 x i32] zeroinitializer, align 4
@c = external addrspace(1) global i32, align 4
@d = addrspace(4) constant i32 5, align 4
@llvm.used = appending global [0 x ptr] zeroinitializer
