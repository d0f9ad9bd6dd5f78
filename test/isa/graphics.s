; Instructions that exist only for a graphics pipeline fault with the reason.

; test: exports
exp mrt0 v0, v1, v2, v3 done vm
; run: -> fault: unsupported: exports need a graphics pipeline

; test: an export without sources
exp null off, off, off, off
; run: -> fault: unsupported: exports need a graphics pipeline

; test: interpolation, first half
v_interp_p1_f32 v0, v1, attr0.x
; run: -> fault: unsupported: interpolation

; test: interpolation, second half
v_interp_p2_f32 v0, v1, attr63.w
; run: -> fault: unsupported: interpolation

; test: a parameter without interpolation
v_interp_mov_f32 v0, p10, attr1.y
; run: -> fault: unsupported: interpolation

; test: operands from LDS
v_mov_b32 v0, src_lds_direct
; run: -> fault: unsupported
