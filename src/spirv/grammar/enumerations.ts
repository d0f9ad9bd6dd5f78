// The enumerations as text; `tables.ts` reads them.
// Facts of the SPIR-V grammar, version 1.6 revision 1, as published with the SPIR-V headers
// (Copyright 2014-2018 The Khronos Group Inc., MIT licence).

/** A kind begins with `#`, one of bits with `|`; values follow with the kinds of their own operands. */
export const ENUMERATIONS = `
| ImageOperands
None=0 Bias=1(I) Lod=2(I) Grad=4(I,I) ConstOffset=8(I) Offset=16(I) ConstOffsets=32(I) Sample=64(I) MinLod=128(I)
MakeTexelAvailable=256(IdScope) MakeTexelVisible=512(IdScope) NonPrivateTexel=1024 VolatileTexel=2048 SignExtend=4096
ZeroExtend=8192 Nontemporal=16384 Offsets=65536(I)
| FPFastMathMode
None=0 NotNaN=1 NotInf=2 NSZ=4 AllowRecip=8 Fast=16 AllowContractFastINTEL=65536 AllowReassocINTEL=131072
| SelectionControl
None=0 Flatten=1 DontFlatten=2
| LoopControl
None=0 Unroll=1 DontUnroll=2 DependencyInfinite=4 DependencyLength=8(L) MinIterations=16(L) MaxIterations=32(L)
IterationMultiple=64(L) PeelCount=128(L) PartialCount=256(L) InitiationIntervalINTEL=65536(L)
MaxConcurrencyINTEL=131072(L) DependencyArrayINTEL=262144(L) PipelineEnableINTEL=524288(L)
LoopCoalesceINTEL=1048576(L) MaxInterleavingINTEL=2097152(L) SpeculatedIterationsINTEL=4194304(L)
NoFusionINTEL=8388608 LoopCountINTEL=16777216(L) MaxReinvocationDelayINTEL=33554432(L)
| FunctionControl
None=0 Inline=1 DontInline=2 Pure=4 Const=8 OptNoneINTEL=65536
| MemorySemantics
Relaxed=0 Acquire=2 Release=4 AcquireRelease=8 SequentiallyConsistent=16 UniformMemory=64 SubgroupMemory=128
WorkgroupMemory=256 CrossWorkgroupMemory=512 AtomicCounterMemory=1024 ImageMemory=2048 OutputMemory=4096
MakeAvailable=8192 MakeVisible=16384 Volatile=32768
| MemoryAccess
None=0 Volatile=1 Aligned=2(L) Nontemporal=4 MakePointerAvailable=8(IdScope) MakePointerVisible=16(IdScope)
NonPrivatePointer=32 AliasScopeINTELMask=65536(I) NoAliasINTELMask=131072(I)
| KernelProfilingInfo
None=0 CmdExecTime=1
| RayFlags
NoneKHR=0 OpaqueKHR=1 NoOpaqueKHR=2 TerminateOnFirstHitKHR=4 SkipClosestHitShaderKHR=8 CullBackFacingTrianglesKHR=16
CullFrontFacingTrianglesKHR=32 CullOpaqueKHR=64 CullNoOpaqueKHR=128 SkipTrianglesKHR=256 SkipAABBsKHR=512
ForceOpacityMicromap2StateEXT=1024
| FragmentShadingRate
Vertical2Pixels=1 Vertical4Pixels=2 Horizontal2Pixels=4 Horizontal4Pixels=8
# SourceLanguage
Unknown=0 ESSL=1 GLSL=2 OpenCL_C=3 OpenCL_CPP=4 HLSL=5 CPP_for_OpenCL=6 SYCL=7
# ExecutionModel
Vertex=0 TessellationControl=1 TessellationEvaluation=2 Geometry=3 Fragment=4 GLCompute=5 Kernel=6 TaskNV=5267
MeshNV=5268 RayGenerationNV=5313 IntersectionNV=5314 AnyHitNV=5315 ClosestHitNV=5316 MissNV=5317 CallableNV=5318
TaskEXT=5364 MeshEXT=5365
# AddressingModel
Logical=0 Physical32=1 Physical64=2 PhysicalStorageBuffer64=5348
# MemoryModel
Simple=0 GLSL450=1 OpenCL=2 Vulkan=3
# ExecutionMode
Invocations=0(L) SpacingEqual=1 SpacingFractionalEven=2 SpacingFractionalOdd=3 VertexOrderCw=4 VertexOrderCcw=5
PixelCenterInteger=6 OriginUpperLeft=7 OriginLowerLeft=8 EarlyFragmentTests=9 PointMode=10 Xfb=11 DepthReplacing=12
DepthGreater=14 DepthLess=15 DepthUnchanged=16 LocalSize=17(L,L,L) LocalSizeHint=18(L,L,L) InputPoints=19
InputLines=20 InputLinesAdjacency=21 Triangles=22 InputTrianglesAdjacency=23 Quads=24 Isolines=25 OutputVertices=26(L)
OutputPoints=27 OutputLineStrip=28 OutputTriangleStrip=29 VecTypeHint=30(L) ContractionOff=31 Initializer=33
Finalizer=34 SubgroupSize=35(L) SubgroupsPerWorkgroup=36(L) SubgroupsPerWorkgroupId=37(I) LocalSizeId=38(I,I,I)
LocalSizeHintId=39(I,I,I) SubgroupUniformControlFlowKHR=4421 PostDepthCoverage=4446 DenormPreserve=4459(L)
DenormFlushToZero=4460(L) SignedZeroInfNanPreserve=4461(L) RoundingModeRTE=4462(L) RoundingModeRTZ=4463(L)
EarlyAndLateFragmentTestsAMD=5017 StencilRefReplacingEXT=5027 StencilRefUnchangedFrontAMD=5079
StencilRefGreaterFrontAMD=5080 StencilRefLessFrontAMD=5081 StencilRefUnchangedBackAMD=5082
StencilRefGreaterBackAMD=5083 StencilRefLessBackAMD=5084 OutputLinesNV=5269 OutputPrimitivesNV=5270(L)
DerivativeGroupQuadsNV=5289 DerivativeGroupLinearNV=5290 OutputTrianglesNV=5298 PixelInterlockOrderedEXT=5366
PixelInterlockUnorderedEXT=5367 SampleInterlockOrderedEXT=5368 SampleInterlockUnorderedEXT=5369
ShadingRateInterlockOrderedEXT=5370 ShadingRateInterlockUnorderedEXT=5371 SharedLocalMemorySizeINTEL=5618(L)
RoundingModeRTPINTEL=5620(L) RoundingModeRTNINTEL=5621(L) FloatingPointModeALTINTEL=5622(L)
FloatingPointModeIEEEINTEL=5623(L) MaxWorkgroupSizeINTEL=5893(L,L,L) MaxWorkDimINTEL=5894(L) NoGlobalOffsetINTEL=5895
NumSIMDWorkitemsINTEL=5896(L) SchedulerTargetFmaxMhzINTEL=5903(L) StreamingInterfaceINTEL=6154(L)
NamedBarrierCountINTEL=6417(L)
# StorageClass
UniformConstant=0 Input=1 Uniform=2 Output=3 Workgroup=4 CrossWorkgroup=5 Private=6 Function=7 Generic=8
PushConstant=9 AtomicCounter=10 Image=11 StorageBuffer=12 CallableDataNV=5328 IncomingCallableDataNV=5329
RayPayloadNV=5338 HitAttributeNV=5339 IncomingRayPayloadNV=5342 ShaderRecordBufferNV=5343 PhysicalStorageBuffer=5349
HitObjectAttributeNV=5385 TaskPayloadWorkgroupEXT=5402 CodeSectionINTEL=5605 DeviceOnlyINTEL=5936 HostOnlyINTEL=5937
# Dim
1D=0 2D=1 3D=2 Cube=3 Rect=4 Buffer=5 SubpassData=6
# SamplerAddressingMode
None=0 ClampToEdge=1 Clamp=2 Repeat=3 RepeatMirrored=4
# SamplerFilterMode
Nearest=0 Linear=1
# ImageFormat
Unknown=0 Rgba32f=1 Rgba16f=2 R32f=3 Rgba8=4 Rgba8Snorm=5 Rg32f=6 Rg16f=7 R11fG11fB10f=8 R16f=9 Rgba16=10 Rgb10A2=11
Rg16=12 Rg8=13 R16=14 R8=15 Rgba16Snorm=16 Rg16Snorm=17 Rg8Snorm=18 R16Snorm=19 R8Snorm=20 Rgba32i=21 Rgba16i=22
Rgba8i=23 R32i=24 Rg32i=25 Rg16i=26 Rg8i=27 R16i=28 R8i=29 Rgba32ui=30 Rgba16ui=31 Rgba8ui=32 R32ui=33 Rgb10a2ui=34
Rg32ui=35 Rg16ui=36 Rg8ui=37 R16ui=38 R8ui=39 R64ui=40 R64i=41
# ImageChannelOrder
R=0 A=1 RG=2 RA=3 RGB=4 RGBA=5 BGRA=6 ARGB=7 Intensity=8 Luminance=9 Rx=10 RGx=11 RGBx=12 Depth=13 DepthStencil=14
sRGB=15 sRGBx=16 sRGBA=17 sBGRA=18 ABGR=19
# ImageChannelDataType
SnormInt8=0 SnormInt16=1 UnormInt8=2 UnormInt16=3 UnormShort565=4 UnormShort555=5 UnormInt101010=6 SignedInt8=7
SignedInt16=8 SignedInt32=9 UnsignedInt8=10 UnsignedInt16=11 UnsignedInt32=12 HalfFloat=13 Float=14 UnormInt24=15
UnormInt101010_2=16
# FPRoundingMode
RTE=0 RTZ=1 RTP=2 RTN=3
# FPDenormMode
Preserve=0 FlushToZero=1
# QuantizationModes
TRN=0 TRN_ZERO=1 RND=2 RND_ZERO=3 RND_INF=4 RND_MIN_INF=5 RND_CONV=6 RND_CONV_ODD=7
# FPOperationMode
IEEE=0 ALT=1
# OverflowModes
WRAP=0 SAT=1 SAT_ZERO=2 SAT_SYM=3
# LinkageType
Export=0 Import=1 LinkOnceODR=2
# AccessQualifier
ReadOnly=0 WriteOnly=1 ReadWrite=2
# FunctionParameterAttribute
Zext=0 Sext=1 ByVal=2 Sret=3 NoAlias=4 NoCapture=5 NoWrite=6 NoReadWrite=7 RuntimeAlignedINTEL=5940
# Decoration
RelaxedPrecision=0 SpecId=1(L) Block=2 BufferBlock=3 RowMajor=4 ColMajor=5 ArrayStride=6(L) MatrixStride=7(L)
GLSLShared=8 GLSLPacked=9 CPacked=10 BuiltIn=11(BuiltIn) NoPerspective=13 Flat=14 Patch=15 Centroid=16 Sample=17
Invariant=18 Restrict=19 Aliased=20 Volatile=21 Constant=22 Coherent=23 NonWritable=24 NonReadable=25 Uniform=26
UniformId=27(IdScope) SaturatedConversion=28 Stream=29(L) Location=30(L) Component=31(L) Index=32(L) Binding=33(L)
DescriptorSet=34(L) Offset=35(L) XfbBuffer=36(L) XfbStride=37(L) FuncParamAttr=38(FunctionParameterAttribute)
FPRoundingMode=39(FPRoundingMode) FPFastMathMode=40(FPFastMathMode) LinkageAttributes=41(S,LinkageType)
NoContraction=42 InputAttachmentIndex=43(L) Alignment=44(L) MaxByteOffset=45(L) AlignmentId=46(I)
MaxByteOffsetId=47(I) NoSignedWrap=4469 NoUnsignedWrap=4470 ExplicitInterpAMD=4999 OverrideCoverageNV=5248
PassthroughNV=5250 ViewportRelativeNV=5252 SecondaryViewportRelativeNV=5256(L) PerPrimitiveNV=5271 PerViewNV=5272
PerTaskNV=5273 PerVertexKHR=5285 NonUniform=5300 RestrictPointer=5355 AliasedPointer=5356
HitObjectShaderRecordBufferNV=5386 BindlessSamplerNV=5398 BindlessImageNV=5399 BoundSamplerNV=5400 BoundImageNV=5401
SIMTCallINTEL=5599(L) ReferencedIndirectlyINTEL=5602 ClobberINTEL=5607(S) SideEffectsINTEL=5608
VectorComputeVariableINTEL=5624 FuncParamIOKindINTEL=5625(L) VectorComputeFunctionINTEL=5626 StackCallINTEL=5627
GlobalVariableOffsetINTEL=5628(L) CounterBuffer=5634(I) UserSemantic=5635(S) UserTypeGOOGLE=5636(S)
FunctionRoundingModeINTEL=5822(L,FPRoundingMode) FunctionDenormModeINTEL=5823(L,FPDenormMode) RegisterINTEL=5825
MemoryINTEL=5826(S) NumbanksINTEL=5827(L) BankwidthINTEL=5828(L) MaxPrivateCopiesINTEL=5829(L) SinglepumpINTEL=5830
DoublepumpINTEL=5831 MaxReplicatesINTEL=5832(L) SimpleDualPortINTEL=5833 MergeINTEL=5834(S,S) BankBitsINTEL=5835(L*)
ForcePow2DepthINTEL=5836(L) BurstCoalesceINTEL=5899 CacheSizeINTEL=5900(L) DontStaticallyCoalesceINTEL=5901
PrefetchINTEL=5902(L) StallEnableINTEL=5905 FuseLoopsInFunctionINTEL=5907 MathOpDSPModeINTEL=5909(L,L)
AliasScopeINTEL=5914(I) NoAliasINTEL=5915(I) InitiationIntervalINTEL=5917(L) MaxConcurrencyINTEL=5918(L)
PipelineEnableINTEL=5919(L) BufferLocationINTEL=5921(L) IOPipeStorageINTEL=5944(L)
FunctionFloatingPointModeINTEL=6080(L,FPOperationMode) SingleElementVectorINTEL=6085
VectorComputeCallableFunctionINTEL=6087 MediaBlockIOINTEL=6140
# BuiltIn
Position=0 PointSize=1 ClipDistance=3 CullDistance=4 VertexId=5 InstanceId=6 PrimitiveId=7 InvocationId=8 Layer=9
ViewportIndex=10 TessLevelOuter=11 TessLevelInner=12 TessCoord=13 PatchVertices=14 FragCoord=15 PointCoord=16
FrontFacing=17 SampleId=18 SamplePosition=19 SampleMask=20 FragDepth=22 HelperInvocation=23 NumWorkgroups=24
WorkgroupSize=25 WorkgroupId=26 LocalInvocationId=27 GlobalInvocationId=28 LocalInvocationIndex=29 WorkDim=30
GlobalSize=31 EnqueuedWorkgroupSize=32 GlobalOffset=33 GlobalLinearId=34 SubgroupSize=36 SubgroupMaxSize=37
NumSubgroups=38 NumEnqueuedSubgroups=39 SubgroupId=40 SubgroupLocalInvocationId=41 VertexIndex=42 InstanceIndex=43
CoreIDARM=4160 CoreCountARM=4161 CoreMaxIDARM=4162 WarpIDARM=4163 WarpMaxIDARM=4164 SubgroupEqMask=4416
SubgroupGeMask=4417 SubgroupGtMask=4418 SubgroupLeMask=4419 SubgroupLtMask=4420 BaseVertex=4424 BaseInstance=4425
DrawIndex=4426 PrimitiveShadingRateKHR=4432 DeviceIndex=4438 ViewIndex=4440 ShadingRateKHR=4444
BaryCoordNoPerspAMD=4992 BaryCoordNoPerspCentroidAMD=4993 BaryCoordNoPerspSampleAMD=4994 BaryCoordSmoothAMD=4995
BaryCoordSmoothCentroidAMD=4996 BaryCoordSmoothSampleAMD=4997 BaryCoordPullModelAMD=4998 FragStencilRefEXT=5014
ViewportMaskNV=5253 SecondaryPositionNV=5257 SecondaryViewportMaskNV=5258 PositionPerViewNV=5261
ViewportMaskPerViewNV=5262 FullyCoveredEXT=5264 TaskCountNV=5274 PrimitiveCountNV=5275 PrimitiveIndicesNV=5276
ClipDistancePerViewNV=5277 CullDistancePerViewNV=5278 LayerPerViewNV=5279 MeshViewCountNV=5280 MeshViewIndicesNV=5281
BaryCoordKHR=5286 BaryCoordNoPerspKHR=5287 FragSizeEXT=5292 FragInvocationCountEXT=5293 PrimitivePointIndicesEXT=5294
PrimitiveLineIndicesEXT=5295 PrimitiveTriangleIndicesEXT=5296 CullPrimitiveEXT=5299 LaunchIdNV=5319 LaunchSizeNV=5320
WorldRayOriginNV=5321 WorldRayDirectionNV=5322 ObjectRayOriginNV=5323 ObjectRayDirectionNV=5324 RayTminNV=5325
RayTmaxNV=5326 InstanceCustomIndexNV=5327 ObjectToWorldNV=5330 WorldToObjectNV=5331 HitTNV=5332 HitKindNV=5333
CurrentRayTimeNV=5334 IncomingRayFlagsNV=5351 RayGeometryIndexKHR=5352 WarpsPerSMNV=5374 SMCountNV=5375 WarpIDNV=5376
SMIDNV=5377 CullMaskKHR=6021
# Scope
CrossDevice=0 Device=1 Workgroup=2 Subgroup=3 Invocation=4 QueueFamily=5 ShaderCallKHR=6
# GroupOperation
Reduce=0 InclusiveScan=1 ExclusiveScan=2 ClusteredReduce=3 PartitionedReduceNV=6 PartitionedInclusiveScanNV=7
PartitionedExclusiveScanNV=8
# KernelEnqueueFlags
NoWait=0 WaitKernel=1 WaitWorkGroup=2
# Capability
Matrix=0 Shader=1 Geometry=2 Tessellation=3 Addresses=4 Linkage=5 Kernel=6 Vector16=7 Float16Buffer=8 Float16=9
Float64=10 Int64=11 Int64Atomics=12 ImageBasic=13 ImageReadWrite=14 ImageMipmap=15 Pipes=17 Groups=18 DeviceEnqueue=19
LiteralSampler=20 AtomicStorage=21 Int16=22 TessellationPointSize=23 GeometryPointSize=24 ImageGatherExtended=25
StorageImageMultisample=27 UniformBufferArrayDynamicIndexing=28 SampledImageArrayDynamicIndexing=29
StorageBufferArrayDynamicIndexing=30 StorageImageArrayDynamicIndexing=31 ClipDistance=32 CullDistance=33
ImageCubeArray=34 SampleRateShading=35 ImageRect=36 SampledRect=37 GenericPointer=38 Int8=39 InputAttachment=40
SparseResidency=41 MinLod=42 Sampled1D=43 Image1D=44 SampledCubeArray=45 SampledBuffer=46 ImageBuffer=47
ImageMSArray=48 StorageImageExtendedFormats=49 ImageQuery=50 DerivativeControl=51 InterpolationFunction=52
TransformFeedback=53 GeometryStreams=54 StorageImageReadWithoutFormat=55 StorageImageWriteWithoutFormat=56
MultiViewport=57 SubgroupDispatch=58 NamedBarrier=59 PipeStorage=60 GroupNonUniform=61 GroupNonUniformVote=62
GroupNonUniformArithmetic=63 GroupNonUniformBallot=64 GroupNonUniformShuffle=65 GroupNonUniformShuffleRelative=66
GroupNonUniformClustered=67 GroupNonUniformQuad=68 ShaderLayer=69 ShaderViewportIndex=70 UniformDecoration=71
CoreBuiltinsARM=4165 FragmentShadingRateKHR=4422 SubgroupBallotKHR=4423 DrawParameters=4427
WorkgroupMemoryExplicitLayoutKHR=4428 WorkgroupMemoryExplicitLayout8BitAccessKHR=4429
WorkgroupMemoryExplicitLayout16BitAccessKHR=4430 SubgroupVoteKHR=4431 StorageBuffer16BitAccess=4433
UniformAndStorageBuffer16BitAccess=4434 StoragePushConstant16=4435 StorageInputOutput16=4436 DeviceGroup=4437
MultiView=4439 VariablePointersStorageBuffer=4441 VariablePointers=4442 AtomicStorageOps=4445
SampleMaskPostDepthCoverage=4447 StorageBuffer8BitAccess=4448 UniformAndStorageBuffer8BitAccess=4449
StoragePushConstant8=4450 DenormPreserve=4464 DenormFlushToZero=4465 SignedZeroInfNanPreserve=4466
RoundingModeRTE=4467 RoundingModeRTZ=4468 RayQueryProvisionalKHR=4471 RayQueryKHR=4472
RayTraversalPrimitiveCullingKHR=4478 RayTracingKHR=4479 Float16ImageAMD=5008 ImageGatherBiasLodAMD=5009
FragmentMaskAMD=5010 StencilExportEXT=5013 ImageReadWriteLodAMD=5015 Int64ImageEXT=5016 ShaderClockKHR=5055
SampleMaskOverrideCoverageNV=5249 GeometryShaderPassthroughNV=5251 ShaderViewportIndexLayerEXT=5254
ShaderViewportMaskNV=5255 ShaderStereoViewNV=5259 PerViewAttributesNV=5260 FragmentFullyCoveredEXT=5265
MeshShadingNV=5266 ImageFootprintNV=5282 MeshShadingEXT=5283 FragmentBarycentricKHR=5284
ComputeDerivativeGroupQuadsNV=5288 FragmentDensityEXT=5291 GroupNonUniformPartitionedNV=5297 ShaderNonUniform=5301
RuntimeDescriptorArray=5302 InputAttachmentArrayDynamicIndexing=5303 UniformTexelBufferArrayDynamicIndexing=5304
StorageTexelBufferArrayDynamicIndexing=5305 UniformBufferArrayNonUniformIndexing=5306
SampledImageArrayNonUniformIndexing=5307 StorageBufferArrayNonUniformIndexing=5308
StorageImageArrayNonUniformIndexing=5309 InputAttachmentArrayNonUniformIndexing=5310
UniformTexelBufferArrayNonUniformIndexing=5311 StorageTexelBufferArrayNonUniformIndexing=5312 RayTracingNV=5340
RayTracingMotionBlurNV=5341 VulkanMemoryModel=5345 VulkanMemoryModelDeviceScope=5346
PhysicalStorageBufferAddresses=5347 ComputeDerivativeGroupLinearNV=5350 RayTracingProvisionalKHR=5353
CooperativeMatrixNV=5357 FragmentShaderSampleInterlockEXT=5363 FragmentShaderShadingRateInterlockEXT=5372
ShaderSMBuiltinsNV=5373 FragmentShaderPixelInterlockEXT=5378 DemoteToHelperInvocation=5379
RayTracingOpacityMicromapEXT=5381 ShaderInvocationReorderNV=5383 BindlessTextureNV=5390 SubgroupShuffleINTEL=5568
SubgroupBufferBlockIOINTEL=5569 SubgroupImageBlockIOINTEL=5570 SubgroupImageMediaBlockIOINTEL=5579
RoundToInfinityINTEL=5582 FloatingPointModeINTEL=5583 IntegerFunctions2INTEL=5584 FunctionPointersINTEL=5603
IndirectReferencesINTEL=5604 AsmINTEL=5606 AtomicFloat32MinMaxEXT=5612 AtomicFloat64MinMaxEXT=5613
AtomicFloat16MinMaxEXT=5616 VectorComputeINTEL=5617 VectorAnyINTEL=5619 ExpectAssumeKHR=5629
SubgroupAvcMotionEstimationINTEL=5696 SubgroupAvcMotionEstimationIntraINTEL=5697
SubgroupAvcMotionEstimationChromaINTEL=5698 VariableLengthArrayINTEL=5817 FunctionFloatControlINTEL=5821
FPGAMemoryAttributesINTEL=5824 FPFastMathModeINTEL=5837 ArbitraryPrecisionIntegersINTEL=5844
ArbitraryPrecisionFloatingPointINTEL=5845 UnstructuredLoopControlsINTEL=5886 FPGALoopControlsINTEL=5888
KernelAttributesINTEL=5892 FPGAKernelAttributesINTEL=5897 FPGAMemoryAccessesINTEL=5898 FPGAClusterAttributesINTEL=5904
LoopFuseINTEL=5906 FPGADSPControlINTEL=5908 MemoryAccessAliasingINTEL=5910
FPGAInvocationPipeliningAttributesINTEL=5916 FPGABufferLocationINTEL=5920 ArbitraryPrecisionFixedPointINTEL=5922
USMStorageClassesINTEL=5935 RuntimeAlignedAttributeINTEL=5939 IOPipesINTEL=5943 BlockingPipesINTEL=5945
FPGARegINTEL=5948 DotProductInputAll=6016 DotProductInput4x8Bit=6017 DotProductInput4x8BitPacked=6018 DotProduct=6019
RayCullMaskKHR=6020 BitInstructions=6025 GroupNonUniformRotateKHR=6026 AtomicFloat32AddEXT=6033
AtomicFloat64AddEXT=6034 LongConstantCompositeINTEL=6089 OptNoneINTEL=6094 AtomicFloat16AddEXT=6095
DebugInfoModuleINTEL=6114 SplitBarrierINTEL=6141 GroupUniformArithmeticKHR=6400
# RayQueryIntersection
RayQueryCandidateIntersectionKHR=0 RayQueryCommittedIntersectionKHR=1
# RayQueryCommittedIntersectionType
RayQueryCommittedIntersectionNoneKHR=0 RayQueryCommittedIntersectionTriangleKHR=1
RayQueryCommittedIntersectionGeneratedKHR=2
# RayQueryCandidateIntersectionType
RayQueryCandidateIntersectionTriangleKHR=0 RayQueryCandidateIntersectionAABBKHR=1
# PackedVectorFormat
PackedVectorFormat4x8Bit=0
| DebugInfoFlags
None=0 FlagIsProtected=1 FlagIsPrivate=2 FlagIsPublic=3 FlagIsLocal=4 FlagIsDefinition=8 FlagFwdDecl=16
FlagArtificial=32 FlagExplicit=64 FlagPrototyped=128 FlagObjectPointer=256 FlagStaticMember=512
FlagIndirectVariable=1024 FlagLValueReference=2048 FlagRValueReference=4096 FlagIsOptimized=8192 FlagIsEnumClass=16384
FlagTypePassByValue=32768 FlagTypePassByReference=65536
# DebugBaseTypeAttributeEncoding
Unspecified=0 Address=1 Boolean=2 Float=3 Signed=4 SignedChar=5 Unsigned=6 UnsignedChar=7
# DebugCompositeType
Class=0 Structure=1 Union=2
# DebugTypeQualifier
ConstType=0 VolatileType=1 RestrictType=2 AtomicType=3
# DebugOperation
Deref=0 Plus=1 Minus=2 PlusUconst=3(L) BitPiece=4(L,L) Swap=5 Xderef=6 StackValue=7 Constu=8(L) Fragment=9(L,L)
# DebugImportedEntity
ImportedModule=0 ImportedDeclaration=1
`;
