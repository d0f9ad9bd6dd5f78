; MTBUF: typed access in the instruction's format. Expected values follow from the formats' definitions.

; test: components in the instruction's format, whatever the resource says
tbuffer_load_format_xyzw v[4:7], off, s[4:7], 0 format:[BUF_DATA_FORMAT_8_8_8_8,BUF_NUM_FORMAT_UINT]
; in: s[4:5]=data, s6=64, s7=0x00027000, exec=1, mem[0]=0xff804001
; out: v4[0]=1, v5[0]=0x40, v6[0]=0x80, v7[0]=0xff

; test: normalized, scaled, signed and floating-point numbers
tbuffer_load_format_xy v[4:5], off, s[4:7], 0 format:[BUF_DATA_FORMAT_8_8,BUF_NUM_FORMAT_UNORM]
tbuffer_load_format_xy v[6:7], off, s[4:7], 0 format:[BUF_DATA_FORMAT_8_8,BUF_NUM_FORMAT_SNORM]
tbuffer_load_format_xy v[8:9], off, s[4:7], 0 format:[BUF_DATA_FORMAT_8_8,BUF_NUM_FORMAT_USCALED]
tbuffer_load_format_xy v[10:11], off, s[4:7], 0 format:[BUF_DATA_FORMAT_8_8,BUF_NUM_FORMAT_SSCALED]
tbuffer_load_format_xy v[12:13], off, s[4:7], 0 format:[BUF_DATA_FORMAT_8_8,BUF_NUM_FORMAT_SINT]
tbuffer_load_format_xy v[14:15], off, s[4:7], 0 format:[BUF_DATA_FORMAT_16_16,BUF_NUM_FORMAT_FLOAT] offset:4
; in: s[4:5]=data, s6=64, exec=1, mem[0]={0x80ff, 0xc0003c00}
; out: v4[0]=1.0, v5[0]=0x3f008081, v6[0]=0xbc010204, v7[0]=-1.0, v8[0]=255.0, v9[0]=128.0, v10[0]=-1.0, v11[0]=-128.0, v12[0]=-1, v13[0]=-128, v14[0]=1.0, v15[0]=-2.0

; test: packed formats keep the first component in the lowest bits
tbuffer_load_format_xyzw v[4:7], off, s[4:7], 0 format:[BUF_DATA_FORMAT_2_10_10_10,BUF_NUM_FORMAT_UINT]
tbuffer_load_format_xyz v[8:10], off, s[4:7], 0 format:[BUF_DATA_FORMAT_10_11_11,BUF_NUM_FORMAT_UINT]
; in: s[4:5]=data, s6=64, exec=1, mem[0]=0xc0300402
; out: v4[0]=2, v5[0]=1, v6[0]=3, v7[0]=3, v8[0]=0x402, v9[0]=0x600, v10[0]=0x300

; test: indexed records, one for each lane, 0 beyond the last
tbuffer_load_format_x v4, v0, s[4:7], 0 format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_UINT] idxen offset:4
; in: s4=data, s5=0x00080000, s6=3, exec=15, v0[0..3]={0, 2, 3, 1}, v4=7, mem[0]={1, 2, 3, 4, 5, 6, 7, 8}
; out: v4[0..3]={2, 6, 0, 4}

; test: an offset beyond the record is out of range
tbuffer_load_format_x v4, v[0:1], s[4:7], 0 format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_UINT] idxen offen
; in: s4=data, s5=0x00080000, s6=3, exec=3, v0[0..1]={1, 1}, v1[0..1]={4, 8}, v4=7, mem[0]={1, 2, 3, 4, 5, 6, 7, 8}
; out: v4[0..1]={4, 0}

; test: stores convert, round and saturate
tbuffer_store_format_xyzw v[0:3], off, s[4:7], 0 format:[BUF_DATA_FORMAT_8_8_8_8,BUF_NUM_FORMAT_UNORM]
tbuffer_store_format_xy v[0:1], off, s[4:7], 0 format:[BUF_DATA_FORMAT_16_16,BUF_NUM_FORMAT_FLOAT] offset:4
tbuffer_store_format_x v4, off, s[4:7], 0 format:[BUF_DATA_FORMAT_8,BUF_NUM_FORMAT_SINT] offset:8
tbuffer_store_format_xyz v[4:6], off, s[4:7], 0 format:[BUF_DATA_FORMAT_8_8_8_8,BUF_NUM_FORMAT_UINT] offset:12
; in: s[4:5]=data, s6=64, exec=1, v0=1.0, v1=0.5, v2=-1.0, v3=nan, v4=-300, v5=7, v6=255, mem[8]=0x11111111, mem[12]=-1
; out: mem[0]=0x000080ff, mem[4]=0x38003c00, mem[8]=0x11111180, mem[12]=0x00ff07ff

; test: 64-bit addresses
tbuffer_load_format_x v4, v[0:1], s[4:7], s8 format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_UINT] addr64 offset:4
; in: s8=8, exec=1, v[0:1]=data, mem[12]=9
; out: v4[0]=9

; test: tfe adds a status of 0
tbuffer_load_format_x v[4:5], off, s[4:7], 0 format:[BUF_DATA_FORMAT_32,BUF_NUM_FORMAT_UINT] tfe
; in: s[4:5]=data, s6=64, exec=1, v5=3, mem[0]=9
; out: v4[0]=9, v5[0]=0

; test: a format that does not exist is refused
tbuffer_load_format_x v4, off, s[4:7], 0 format:[BUF_DATA_FORMAT_RESERVED_15]
; in: s[4:5]=data, s6=64, exec=1
; run: -> fault: data format 15
; run: exec=0 ->
