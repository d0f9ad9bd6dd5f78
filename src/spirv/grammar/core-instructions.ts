// The instructions of the core as rows of text; `tables.ts` reads them.
// Facts of the SPIR-V grammar, version 1.6 revision 1, as published with the SPIR-V headers
// (Copyright 2014-2018 The Khronos Group Inc., MIT licence).

/** A row is: number, name, operands. T and R are result type and result, I an id, L a number, S a string. */
export const CORE_INSTRUCTIONS = `
0 Nop
1 Undef T R
2 SourceContinued S
3 Source SourceLanguage L I? S?
4 SourceExtension S
5 Name I S
6 MemberName I L S
7 String R S
8 Line I L L
10 Extension S
11 ExtInstImport R S
12 ExtInst T R I LiteralExtInstInteger I*
14 MemoryModel AddressingModel MemoryModel
15 EntryPoint ExecutionModel I S I*
16 ExecutionMode I ExecutionMode
17 Capability Capability
19 TypeVoid R
20 TypeBool R
21 TypeInt R L L
22 TypeFloat R L
23 TypeVector R I L
24 TypeMatrix R I L
25 TypeImage R I Dim L L L L ImageFormat AccessQualifier?
26 TypeSampler R
27 TypeSampledImage R I
28 TypeArray R I I
29 TypeRuntimeArray R I
30 TypeStruct R I*
31 TypeOpaque R S
32 TypePointer R StorageClass I
33 TypeFunction R I I*
34 TypeEvent R
35 TypeDeviceEvent R
36 TypeReserveId R
37 TypeQueue R
38 TypePipe R AccessQualifier
39 TypeForwardPointer I StorageClass
41 ConstantTrue T R
42 ConstantFalse T R
43 Constant T R LiteralContextDependentNumber
44 ConstantComposite T R I*
45 ConstantSampler T R SamplerAddressingMode L SamplerFilterMode
46 ConstantNull T R
48 SpecConstantTrue T R
49 SpecConstantFalse T R
50 SpecConstant T R LiteralContextDependentNumber
51 SpecConstantComposite T R I*
52 SpecConstantOp T R LiteralSpecConstantOpInteger
54 Function T R FunctionControl I
55 FunctionParameter T R
56 FunctionEnd
57 FunctionCall T R I I*
59 Variable T R StorageClass I?
60 ImageTexelPointer T R I I I
61 Load T R I MemoryAccess?
62 Store I I MemoryAccess?
63 CopyMemory I I MemoryAccess? MemoryAccess?
64 CopyMemorySized I I I MemoryAccess? MemoryAccess?
65 AccessChain T R I I*
66 InBoundsAccessChain T R I I*
67 PtrAccessChain T R I I I*
68 ArrayLength T R I L
69 GenericPtrMemSemantics T R I
70 InBoundsPtrAccessChain T R I I I*
71 Decorate I Decoration
72 MemberDecorate I L Decoration
73 DecorationGroup R
74 GroupDecorate I I*
75 GroupMemberDecorate I PairIdRefLiteralInteger*
77 VectorExtractDynamic T R I I
78 VectorInsertDynamic T R I I I
79 VectorShuffle T R I I L*
80 CompositeConstruct T R I*
81 CompositeExtract T R I L*
82 CompositeInsert T R I I L*
83 CopyObject T R I
84 Transpose T R I
86 SampledImage T R I I
87 ImageSampleImplicitLod T R I I ImageOperands?
88 ImageSampleExplicitLod T R I I ImageOperands
89 ImageSampleDrefImplicitLod T R I I I ImageOperands?
90 ImageSampleDrefExplicitLod T R I I I ImageOperands
91 ImageSampleProjImplicitLod T R I I ImageOperands?
92 ImageSampleProjExplicitLod T R I I ImageOperands
93 ImageSampleProjDrefImplicitLod T R I I I ImageOperands?
94 ImageSampleProjDrefExplicitLod T R I I I ImageOperands
95 ImageFetch T R I I ImageOperands?
96 ImageGather T R I I I ImageOperands?
97 ImageDrefGather T R I I I ImageOperands?
98 ImageRead T R I I ImageOperands?
99 ImageWrite I I I ImageOperands?
100 Image T R I
101 ImageQueryFormat T R I
102 ImageQueryOrder T R I
103 ImageQuerySizeLod T R I I
104 ImageQuerySize T R I
105 ImageQueryLod T R I I
106 ImageQueryLevels T R I
107 ImageQuerySamples T R I
109 ConvertFToU T R I
110 ConvertFToS T R I
111 ConvertSToF T R I
112 ConvertUToF T R I
113 UConvert T R I
114 SConvert T R I
115 FConvert T R I
116 QuantizeToF16 T R I
117 ConvertPtrToU T R I
118 SatConvertSToU T R I
119 SatConvertUToS T R I
120 ConvertUToPtr T R I
121 PtrCastToGeneric T R I
122 GenericCastToPtr T R I
123 GenericCastToPtrExplicit T R I StorageClass
124 Bitcast T R I
126 SNegate T R I
127 FNegate T R I
128 IAdd T R I I
129 FAdd T R I I
130 ISub T R I I
131 FSub T R I I
132 IMul T R I I
133 FMul T R I I
134 UDiv T R I I
135 SDiv T R I I
136 FDiv T R I I
137 UMod T R I I
138 SRem T R I I
139 SMod T R I I
140 FRem T R I I
141 FMod T R I I
142 VectorTimesScalar T R I I
143 MatrixTimesScalar T R I I
144 VectorTimesMatrix T R I I
145 MatrixTimesVector T R I I
146 MatrixTimesMatrix T R I I
147 OuterProduct T R I I
148 Dot T R I I
149 IAddCarry T R I I
150 ISubBorrow T R I I
151 UMulExtended T R I I
152 SMulExtended T R I I
154 Any T R I
155 All T R I
156 IsNan T R I
157 IsInf T R I
158 IsFinite T R I
159 IsNormal T R I
160 SignBitSet T R I
161 LessOrGreater T R I I
162 Ordered T R I I
163 Unordered T R I I
164 LogicalEqual T R I I
165 LogicalNotEqual T R I I
166 LogicalOr T R I I
167 LogicalAnd T R I I
168 LogicalNot T R I
169 Select T R I I I
170 IEqual T R I I
171 INotEqual T R I I
172 UGreaterThan T R I I
173 SGreaterThan T R I I
174 UGreaterThanEqual T R I I
175 SGreaterThanEqual T R I I
176 ULessThan T R I I
177 SLessThan T R I I
178 ULessThanEqual T R I I
179 SLessThanEqual T R I I
180 FOrdEqual T R I I
181 FUnordEqual T R I I
182 FOrdNotEqual T R I I
183 FUnordNotEqual T R I I
184 FOrdLessThan T R I I
185 FUnordLessThan T R I I
186 FOrdGreaterThan T R I I
187 FUnordGreaterThan T R I I
188 FOrdLessThanEqual T R I I
189 FUnordLessThanEqual T R I I
190 FOrdGreaterThanEqual T R I I
191 FUnordGreaterThanEqual T R I I
194 ShiftRightLogical T R I I
195 ShiftRightArithmetic T R I I
196 ShiftLeftLogical T R I I
197 BitwiseOr T R I I
198 BitwiseXor T R I I
199 BitwiseAnd T R I I
200 Not T R I
201 BitFieldInsert T R I I I I
202 BitFieldSExtract T R I I I
203 BitFieldUExtract T R I I I
204 BitReverse T R I
205 BitCount T R I
207 DPdx T R I
208 DPdy T R I
209 Fwidth T R I
210 DPdxFine T R I
211 DPdyFine T R I
212 FwidthFine T R I
213 DPdxCoarse T R I
214 DPdyCoarse T R I
215 FwidthCoarse T R I
218 EmitVertex
219 EndPrimitive
220 EmitStreamVertex I
221 EndStreamPrimitive I
224 ControlBarrier IdScope IdScope IdMemorySemantics
225 MemoryBarrier IdScope IdMemorySemantics
227 AtomicLoad T R I IdScope IdMemorySemantics
228 AtomicStore I IdScope IdMemorySemantics I
229 AtomicExchange T R I IdScope IdMemorySemantics I
230 AtomicCompareExchange T R I IdScope IdMemorySemantics IdMemorySemantics I I
231 AtomicCompareExchangeWeak T R I IdScope IdMemorySemantics IdMemorySemantics I I
232 AtomicIIncrement T R I IdScope IdMemorySemantics
233 AtomicIDecrement T R I IdScope IdMemorySemantics
234 AtomicIAdd T R I IdScope IdMemorySemantics I
235 AtomicISub T R I IdScope IdMemorySemantics I
236 AtomicSMin T R I IdScope IdMemorySemantics I
237 AtomicUMin T R I IdScope IdMemorySemantics I
238 AtomicSMax T R I IdScope IdMemorySemantics I
239 AtomicUMax T R I IdScope IdMemorySemantics I
240 AtomicAnd T R I IdScope IdMemorySemantics I
241 AtomicOr T R I IdScope IdMemorySemantics I
242 AtomicXor T R I IdScope IdMemorySemantics I
245 Phi T R PairIdRefIdRef*
246 LoopMerge I I LoopControl
247 SelectionMerge I SelectionControl
248 Label R
249 Branch I
250 BranchConditional I I I L*
251 Switch I I PairLiteralIntegerIdRef*
252 Kill
253 Return
254 ReturnValue I
255 Unreachable
256 LifetimeStart I L
257 LifetimeStop I L
259 GroupAsyncCopy T R IdScope I I I I I
260 GroupWaitEvents IdScope I I
261 GroupAll T R IdScope I
262 GroupAny T R IdScope I
263 GroupBroadcast T R IdScope I I
264 GroupIAdd T R IdScope GroupOperation I
265 GroupFAdd T R IdScope GroupOperation I
266 GroupFMin T R IdScope GroupOperation I
267 GroupUMin T R IdScope GroupOperation I
268 GroupSMin T R IdScope GroupOperation I
269 GroupFMax T R IdScope GroupOperation I
270 GroupUMax T R IdScope GroupOperation I
271 GroupSMax T R IdScope GroupOperation I
274 ReadPipe T R I I I I
275 WritePipe T R I I I I
276 ReservedReadPipe T R I I I I I I
277 ReservedWritePipe T R I I I I I I
278 ReserveReadPipePackets T R I I I I
279 ReserveWritePipePackets T R I I I I
280 CommitReadPipe I I I I
281 CommitWritePipe I I I I
282 IsValidReserveId T R I
283 GetNumPipePackets T R I I I
284 GetMaxPipePackets T R I I I
285 GroupReserveReadPipePackets T R IdScope I I I I
286 GroupReserveWritePipePackets T R IdScope I I I I
287 GroupCommitReadPipe IdScope I I I I
288 GroupCommitWritePipe IdScope I I I I
291 EnqueueMarker T R I I I I
292 EnqueueKernel T R I I I I I I I I I I I*
293 GetKernelNDrangeSubGroupCount T R I I I I I
294 GetKernelNDrangeMaxSubGroupSize T R I I I I I
295 GetKernelWorkGroupSize T R I I I I
296 GetKernelPreferredWorkGroupSizeMultiple T R I I I I
297 RetainEvent I
298 ReleaseEvent I
299 CreateUserEvent T R
300 IsValidEvent T R I
301 SetUserEventStatus I I
302 CaptureEventProfilingInfo I I I
303 GetDefaultQueue T R
304 BuildNDRange T R I I I
305 ImageSparseSampleImplicitLod T R I I ImageOperands?
306 ImageSparseSampleExplicitLod T R I I ImageOperands
307 ImageSparseSampleDrefImplicitLod T R I I I ImageOperands?
308 ImageSparseSampleDrefExplicitLod T R I I I ImageOperands
309 ImageSparseSampleProjImplicitLod T R I I ImageOperands?
310 ImageSparseSampleProjExplicitLod T R I I ImageOperands
311 ImageSparseSampleProjDrefImplicitLod T R I I I ImageOperands?
312 ImageSparseSampleProjDrefExplicitLod T R I I I ImageOperands
313 ImageSparseFetch T R I I ImageOperands?
314 ImageSparseGather T R I I I ImageOperands?
315 ImageSparseDrefGather T R I I I ImageOperands?
316 ImageSparseTexelsResident T R I
317 NoLine
318 AtomicFlagTestAndSet T R I IdScope IdMemorySemantics
319 AtomicFlagClear I IdScope IdMemorySemantics
320 ImageSparseRead T R I I ImageOperands?
321 SizeOf T R I
322 TypePipeStorage R
323 ConstantPipeStorage T R L L L
324 CreatePipeFromPipeStorage T R I
325 GetKernelLocalSizeForSubgroupCount T R I I I I I
326 GetKernelMaxNumSubgroups T R I I I I
327 TypeNamedBarrier R
328 NamedBarrierInitialize T R I
329 MemoryNamedBarrier I IdScope IdMemorySemantics
330 ModuleProcessed S
331 ExecutionModeId I ExecutionMode
332 DecorateId I Decoration
333 GroupNonUniformElect T R IdScope
334 GroupNonUniformAll T R IdScope I
335 GroupNonUniformAny T R IdScope I
336 GroupNonUniformAllEqual T R IdScope I
337 GroupNonUniformBroadcast T R IdScope I I
338 GroupNonUniformBroadcastFirst T R IdScope I
339 GroupNonUniformBallot T R IdScope I
340 GroupNonUniformInverseBallot T R IdScope I
341 GroupNonUniformBallotBitExtract T R IdScope I I
342 GroupNonUniformBallotBitCount T R IdScope GroupOperation I
343 GroupNonUniformBallotFindLSB T R IdScope I
344 GroupNonUniformBallotFindMSB T R IdScope I
345 GroupNonUniformShuffle T R IdScope I I
346 GroupNonUniformShuffleXor T R IdScope I I
347 GroupNonUniformShuffleUp T R IdScope I I
348 GroupNonUniformShuffleDown T R IdScope I I
349 GroupNonUniformIAdd T R IdScope GroupOperation I I?
350 GroupNonUniformFAdd T R IdScope GroupOperation I I?
351 GroupNonUniformIMul T R IdScope GroupOperation I I?
352 GroupNonUniformFMul T R IdScope GroupOperation I I?
353 GroupNonUniformSMin T R IdScope GroupOperation I I?
354 GroupNonUniformUMin T R IdScope GroupOperation I I?
355 GroupNonUniformFMin T R IdScope GroupOperation I I?
356 GroupNonUniformSMax T R IdScope GroupOperation I I?
357 GroupNonUniformUMax T R IdScope GroupOperation I I?
358 GroupNonUniformFMax T R IdScope GroupOperation I I?
359 GroupNonUniformBitwiseAnd T R IdScope GroupOperation I I?
360 GroupNonUniformBitwiseOr T R IdScope GroupOperation I I?
361 GroupNonUniformBitwiseXor T R IdScope GroupOperation I I?
362 GroupNonUniformLogicalAnd T R IdScope GroupOperation I I?
363 GroupNonUniformLogicalOr T R IdScope GroupOperation I I?
364 GroupNonUniformLogicalXor T R IdScope GroupOperation I I?
365 GroupNonUniformQuadBroadcast T R IdScope I I
366 GroupNonUniformQuadSwap T R IdScope I I
400 CopyLogical T R I
401 PtrEqual T R I I
402 PtrNotEqual T R I I
403 PtrDiff T R I I
`;
