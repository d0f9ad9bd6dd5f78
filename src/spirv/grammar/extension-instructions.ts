// The instructions of extensions as rows of text; `tables.ts` reads them.
// Facts of the SPIR-V grammar, version 1.6 revision 1, as published with the SPIR-V headers
// (Copyright 2014-2018 The Khronos Group Inc., MIT licence).

/** Rows as in `core-instructions.ts`. */
export const EXTENSION_INSTRUCTIONS = `
4416 TerminateInvocation
4421 SubgroupBallotKHR T R I
4422 SubgroupFirstInvocationKHR T R I
4428 SubgroupAllKHR T R I
4429 SubgroupAnyKHR T R I
4430 SubgroupAllEqualKHR T R I
4431 GroupNonUniformRotateKHR T R IdScope I I I?
4432 SubgroupReadInvocationKHR T R I I
4445 TraceRayKHR I I I I I I I I I I I
4446 ExecuteCallableKHR I I
4447 ConvertUToAccelerationStructureKHR T R I
4448 IgnoreIntersectionKHR
4449 TerminateRayKHR
4450 SDot T R I I PackedVectorFormat?
4451 UDot T R I I PackedVectorFormat?
4452 SUDot T R I I PackedVectorFormat?
4453 SDotAccSat T R I I I PackedVectorFormat?
4454 UDotAccSat T R I I I PackedVectorFormat?
4455 SUDotAccSat T R I I I PackedVectorFormat?
4472 TypeRayQueryKHR R
4473 RayQueryInitializeKHR I I I I I I I I
4474 RayQueryTerminateKHR I
4475 RayQueryGenerateIntersectionKHR I I
4476 RayQueryConfirmIntersectionKHR I
4477 RayQueryProceedKHR T R I
4479 RayQueryGetIntersectionTypeKHR T R I I
5000 GroupIAddNonUniformAMD T R IdScope GroupOperation I
5001 GroupFAddNonUniformAMD T R IdScope GroupOperation I
5002 GroupFMinNonUniformAMD T R IdScope GroupOperation I
5003 GroupUMinNonUniformAMD T R IdScope GroupOperation I
5004 GroupSMinNonUniformAMD T R IdScope GroupOperation I
5005 GroupFMaxNonUniformAMD T R IdScope GroupOperation I
5006 GroupUMaxNonUniformAMD T R IdScope GroupOperation I
5007 GroupSMaxNonUniformAMD T R IdScope GroupOperation I
5011 FragmentMaskFetchAMD T R I I
5012 FragmentFetchAMD T R I I I
5056 ReadClockKHR T R IdScope
5249 HitObjectRecordHitMotionNV I I I I I I I I I I I I I I
5250 HitObjectRecordHitWithIndexMotionNV I I I I I I I I I I I I I
5251 HitObjectRecordMissMotionNV I I I I I I I
5252 HitObjectGetWorldToObjectNV T R I
5253 HitObjectGetObjectToWorldNV T R I
5254 HitObjectGetObjectRayDirectionNV T R I
5255 HitObjectGetObjectRayOriginNV T R I
5256 HitObjectTraceRayMotionNV I I I I I I I I I I I I I
5257 HitObjectGetShaderRecordBufferHandleNV T R I
5258 HitObjectGetShaderBindingTableRecordIndexNV T R I
5259 HitObjectRecordEmptyNV I
5260 HitObjectTraceRayNV I I I I I I I I I I I I
5261 HitObjectRecordHitNV I I I I I I I I I I I I I
5262 HitObjectRecordHitWithIndexNV I I I I I I I I I I I I
5263 HitObjectRecordMissNV I I I I I I
5264 HitObjectExecuteShaderNV I I
5265 HitObjectGetCurrentTimeNV T R I
5266 HitObjectGetAttributesNV I I
5267 HitObjectGetHitKindNV T R I
5268 HitObjectGetPrimitiveIndexNV T R I
5269 HitObjectGetGeometryIndexNV T R I
5270 HitObjectGetInstanceIdNV T R I
5271 HitObjectGetInstanceCustomIndexNV T R I
5272 HitObjectGetWorldRayDirectionNV T R I
5273 HitObjectGetWorldRayOriginNV T R I
5274 HitObjectGetRayTMaxNV T R I
5275 HitObjectGetRayTMinNV T R I
5276 HitObjectIsEmptyNV T R I
5277 HitObjectIsHitNV T R I
5278 HitObjectIsMissNV T R I
5279 ReorderThreadWithHitObjectNV I I? I?
5280 ReorderThreadWithHintNV I I
5281 TypeHitObjectNV R
5283 ImageSampleFootprintNV T R I I I I ImageOperands?
5294 EmitMeshTasksEXT I I I I?
5295 SetMeshOutputsEXT I I
5296 GroupNonUniformPartitionNV T R I
5299 WritePackedPrimitiveIndices4x8NV I I
5334 ReportIntersectionNV T R I I
5335 IgnoreIntersectionNV
5336 TerminateRayNV
5337 TraceNV I I I I I I I I I I I
5338 TraceMotionNV I I I I I I I I I I I I
5339 TraceRayMotionNV I I I I I I I I I I I I
5341 TypeAccelerationStructureNV R
5344 ExecuteCallableNV I I
5358 TypeCooperativeMatrixNV R I IdScope I I
5359 CooperativeMatrixLoadNV T R I I I MemoryAccess?
5360 CooperativeMatrixStoreNV I I I I MemoryAccess?
5361 CooperativeMatrixMulAddNV T R I I I
5362 CooperativeMatrixLengthNV T R I
5364 BeginInvocationInterlockEXT
5365 EndInvocationInterlockEXT
5380 DemoteToHelperInvocation
5381 IsHelperInvocationEXT T R
5391 ConvertUToImageNV T R I
5392 ConvertUToSamplerNV T R I
5393 ConvertImageToUNV T R I
5394 ConvertSamplerToUNV T R I
5395 ConvertUToSampledImageNV T R I
5396 ConvertSampledImageToUNV T R I
5397 SamplerImageAddressingModeNV L
5571 SubgroupShuffleINTEL T R I I
5572 SubgroupShuffleDownINTEL T R I I I
5573 SubgroupShuffleUpINTEL T R I I I
5574 SubgroupShuffleXorINTEL T R I I
5575 SubgroupBlockReadINTEL T R I
5576 SubgroupBlockWriteINTEL I I
5577 SubgroupImageBlockReadINTEL T R I I
5578 SubgroupImageBlockWriteINTEL I I I
5580 SubgroupImageMediaBlockReadINTEL T R I I I I
5581 SubgroupImageMediaBlockWriteINTEL I I I I I
5585 UCountLeadingZerosINTEL T R I
5586 UCountTrailingZerosINTEL T R I
5587 AbsISubINTEL T R I I
5588 AbsUSubINTEL T R I I
5589 IAddSatINTEL T R I I
5590 UAddSatINTEL T R I I
5591 IAverageINTEL T R I I
5592 UAverageINTEL T R I I
5593 IAverageRoundedINTEL T R I I
5594 UAverageRoundedINTEL T R I I
5595 ISubSatINTEL T R I I
5596 USubSatINTEL T R I I
5597 IMul32x16INTEL T R I I
5598 UMul32x16INTEL T R I I
5600 ConstantFunctionPointerINTEL T R I
5601 FunctionPointerCallINTEL T R I*
5609 AsmTargetINTEL T R S
5610 AsmINTEL T R I I S S
5611 AsmCallINTEL T R I I*
5614 AtomicFMinEXT T R I IdScope IdMemorySemantics I
5615 AtomicFMaxEXT T R I IdScope IdMemorySemantics I
5630 AssumeTrueKHR I
5631 ExpectKHR T R I I
5632 DecorateString I Decoration
5633 MemberDecorateString I L Decoration
5699 VmeImageINTEL T R I I
5700 TypeVmeImageINTEL R I
5701 TypeAvcImePayloadINTEL R
5702 TypeAvcRefPayloadINTEL R
5703 TypeAvcSicPayloadINTEL R
5704 TypeAvcMcePayloadINTEL R
5705 TypeAvcMceResultINTEL R
5706 TypeAvcImeResultINTEL R
5707 TypeAvcImeResultSingleReferenceStreamoutINTEL R
5708 TypeAvcImeResultDualReferenceStreamoutINTEL R
5709 TypeAvcImeSingleReferenceStreaminINTEL R
5710 TypeAvcImeDualReferenceStreaminINTEL R
5711 TypeAvcRefResultINTEL R
5712 TypeAvcSicResultINTEL R
5713 SubgroupAvcMceGetDefaultInterBaseMultiReferencePenaltyINTEL T R I I
5714 SubgroupAvcMceSetInterBaseMultiReferencePenaltyINTEL T R I I
5715 SubgroupAvcMceGetDefaultInterShapePenaltyINTEL T R I I
5716 SubgroupAvcMceSetInterShapePenaltyINTEL T R I I
5717 SubgroupAvcMceGetDefaultInterDirectionPenaltyINTEL T R I I
5718 SubgroupAvcMceSetInterDirectionPenaltyINTEL T R I I
5719 SubgroupAvcMceGetDefaultIntraLumaShapePenaltyINTEL T R I I
5720 SubgroupAvcMceGetDefaultInterMotionVectorCostTableINTEL T R I I
5721 SubgroupAvcMceGetDefaultHighPenaltyCostTableINTEL T R
5722 SubgroupAvcMceGetDefaultMediumPenaltyCostTableINTEL T R
5723 SubgroupAvcMceGetDefaultLowPenaltyCostTableINTEL T R
5724 SubgroupAvcMceSetMotionVectorCostFunctionINTEL T R I I I I
5725 SubgroupAvcMceGetDefaultIntraLumaModePenaltyINTEL T R I I
5726 SubgroupAvcMceGetDefaultNonDcLumaIntraPenaltyINTEL T R
5727 SubgroupAvcMceGetDefaultIntraChromaModeBasePenaltyINTEL T R
5728 SubgroupAvcMceSetAcOnlyHaarINTEL T R I
5729 SubgroupAvcMceSetSourceInterlacedFieldPolarityINTEL T R I I
5730 SubgroupAvcMceSetSingleReferenceInterlacedFieldPolarityINTEL T R I I
5731 SubgroupAvcMceSetDualReferenceInterlacedFieldPolaritiesINTEL T R I I I
5732 SubgroupAvcMceConvertToImePayloadINTEL T R I
5733 SubgroupAvcMceConvertToImeResultINTEL T R I
5734 SubgroupAvcMceConvertToRefPayloadINTEL T R I
5735 SubgroupAvcMceConvertToRefResultINTEL T R I
5736 SubgroupAvcMceConvertToSicPayloadINTEL T R I
5737 SubgroupAvcMceConvertToSicResultINTEL T R I
5738 SubgroupAvcMceGetMotionVectorsINTEL T R I
5739 SubgroupAvcMceGetInterDistortionsINTEL T R I
5740 SubgroupAvcMceGetBestInterDistortionsINTEL T R I
5741 SubgroupAvcMceGetInterMajorShapeINTEL T R I
5742 SubgroupAvcMceGetInterMinorShapeINTEL T R I
5743 SubgroupAvcMceGetInterDirectionsINTEL T R I
5744 SubgroupAvcMceGetInterMotionVectorCountINTEL T R I
5745 SubgroupAvcMceGetInterReferenceIdsINTEL T R I
5746 SubgroupAvcMceGetInterReferenceInterlacedFieldPolaritiesINTEL T R I I I
5747 SubgroupAvcImeInitializeINTEL T R I I I
5748 SubgroupAvcImeSetSingleReferenceINTEL T R I I I
5749 SubgroupAvcImeSetDualReferenceINTEL T R I I I I
5750 SubgroupAvcImeRefWindowSizeINTEL T R I I
5751 SubgroupAvcImeAdjustRefOffsetINTEL T R I I I I
5752 SubgroupAvcImeConvertToMcePayloadINTEL T R I
5753 SubgroupAvcImeSetMaxMotionVectorCountINTEL T R I I
5754 SubgroupAvcImeSetUnidirectionalMixDisableINTEL T R I
5755 SubgroupAvcImeSetEarlySearchTerminationThresholdINTEL T R I I
5756 SubgroupAvcImeSetWeightedSadINTEL T R I I
5757 SubgroupAvcImeEvaluateWithSingleReferenceINTEL T R I I I
5758 SubgroupAvcImeEvaluateWithDualReferenceINTEL T R I I I I
5759 SubgroupAvcImeEvaluateWithSingleReferenceStreaminINTEL T R I I I I
5760 SubgroupAvcImeEvaluateWithDualReferenceStreaminINTEL T R I I I I I
5761 SubgroupAvcImeEvaluateWithSingleReferenceStreamoutINTEL T R I I I
5762 SubgroupAvcImeEvaluateWithDualReferenceStreamoutINTEL T R I I I I
5763 SubgroupAvcImeEvaluateWithSingleReferenceStreaminoutINTEL T R I I I I
5764 SubgroupAvcImeEvaluateWithDualReferenceStreaminoutINTEL T R I I I I I
5765 SubgroupAvcImeConvertToMceResultINTEL T R I
5766 SubgroupAvcImeGetSingleReferenceStreaminINTEL T R I
5767 SubgroupAvcImeGetDualReferenceStreaminINTEL T R I
5768 SubgroupAvcImeStripSingleReferenceStreamoutINTEL T R I
5769 SubgroupAvcImeStripDualReferenceStreamoutINTEL T R I
5770 SubgroupAvcImeGetStreamoutSingleReferenceMajorShapeMotionVectorsINTEL T R I I
5771 SubgroupAvcImeGetStreamoutSingleReferenceMajorShapeDistortionsINTEL T R I I
5772 SubgroupAvcImeGetStreamoutSingleReferenceMajorShapeReferenceIdsINTEL T R I I
5773 SubgroupAvcImeGetStreamoutDualReferenceMajorShapeMotionVectorsINTEL T R I I I
5774 SubgroupAvcImeGetStreamoutDualReferenceMajorShapeDistortionsINTEL T R I I I
5775 SubgroupAvcImeGetStreamoutDualReferenceMajorShapeReferenceIdsINTEL T R I I I
5776 SubgroupAvcImeGetBorderReachedINTEL T R I I
5777 SubgroupAvcImeGetTruncatedSearchIndicationINTEL T R I
5778 SubgroupAvcImeGetUnidirectionalEarlySearchTerminationINTEL T R I
5779 SubgroupAvcImeGetWeightingPatternMinimumMotionVectorINTEL T R I
5780 SubgroupAvcImeGetWeightingPatternMinimumDistortionINTEL T R I
5781 SubgroupAvcFmeInitializeINTEL T R I I I I I I I
5782 SubgroupAvcBmeInitializeINTEL T R I I I I I I I I
5783 SubgroupAvcRefConvertToMcePayloadINTEL T R I
5784 SubgroupAvcRefSetBidirectionalMixDisableINTEL T R I
5785 SubgroupAvcRefSetBilinearFilterEnableINTEL T R I
5786 SubgroupAvcRefEvaluateWithSingleReferenceINTEL T R I I I
5787 SubgroupAvcRefEvaluateWithDualReferenceINTEL T R I I I I
5788 SubgroupAvcRefEvaluateWithMultiReferenceINTEL T R I I I
5789 SubgroupAvcRefEvaluateWithMultiReferenceInterlacedINTEL T R I I I I
5790 SubgroupAvcRefConvertToMceResultINTEL T R I
5791 SubgroupAvcSicInitializeINTEL T R I
5792 SubgroupAvcSicConfigureSkcINTEL T R I I I I I I
5793 SubgroupAvcSicConfigureIpeLumaINTEL T R I I I I I I I I
5794 SubgroupAvcSicConfigureIpeLumaChromaINTEL T R I I I I I I I I I I I
5795 SubgroupAvcSicGetMotionVectorMaskINTEL T R I I
5796 SubgroupAvcSicConvertToMcePayloadINTEL T R I
5797 SubgroupAvcSicSetIntraLumaShapePenaltyINTEL T R I I
5798 SubgroupAvcSicSetIntraLumaModeCostFunctionINTEL T R I I I I
5799 SubgroupAvcSicSetIntraChromaModeCostFunctionINTEL T R I I
5800 SubgroupAvcSicSetBilinearFilterEnableINTEL T R I
5801 SubgroupAvcSicSetSkcForwardTransformEnableINTEL T R I I
5802 SubgroupAvcSicSetBlockBasedRawSkipSadINTEL T R I I
5803 SubgroupAvcSicEvaluateIpeINTEL T R I I
5804 SubgroupAvcSicEvaluateWithSingleReferenceINTEL T R I I I
5805 SubgroupAvcSicEvaluateWithDualReferenceINTEL T R I I I I
5806 SubgroupAvcSicEvaluateWithMultiReferenceINTEL T R I I I
5807 SubgroupAvcSicEvaluateWithMultiReferenceInterlacedINTEL T R I I I I
5808 SubgroupAvcSicConvertToMceResultINTEL T R I
5809 SubgroupAvcSicGetIpeLumaShapeINTEL T R I
5810 SubgroupAvcSicGetBestIpeLumaDistortionINTEL T R I
5811 SubgroupAvcSicGetBestIpeChromaDistortionINTEL T R I
5812 SubgroupAvcSicGetPackedIpeLumaModesINTEL T R I
5813 SubgroupAvcSicGetIpeChromaModeINTEL T R I
5814 SubgroupAvcSicGetPackedSkcLumaCountThresholdINTEL T R I
5815 SubgroupAvcSicGetPackedSkcLumaSumThresholdINTEL T R I
5816 SubgroupAvcSicGetInterRawSadsINTEL T R I
5818 VariableLengthArrayINTEL T R I
5819 SaveMemoryINTEL T R
5820 RestoreMemoryINTEL I
5840 ArbitraryFloatSinCosPiINTEL T R I L L L L L L
5841 ArbitraryFloatCastINTEL T R I L L L L L
5842 ArbitraryFloatCastFromIntINTEL T R I L L L L L
5843 ArbitraryFloatCastToIntINTEL T R I L L L L
5846 ArbitraryFloatAddINTEL T R I L I L L L L L
5847 ArbitraryFloatSubINTEL T R I L I L L L L L
5848 ArbitraryFloatMulINTEL T R I L I L L L L L
5849 ArbitraryFloatDivINTEL T R I L I L L L L L
5850 ArbitraryFloatGTINTEL T R I L I L
5851 ArbitraryFloatGEINTEL T R I L I L
5852 ArbitraryFloatLTINTEL T R I L I L
5853 ArbitraryFloatLEINTEL T R I L I L
5854 ArbitraryFloatEQINTEL T R I L I L
5855 ArbitraryFloatRecipINTEL T R I L L L L L
5856 ArbitraryFloatRSqrtINTEL T R I L L L L L
5857 ArbitraryFloatCbrtINTEL T R I L L L L L
5858 ArbitraryFloatHypotINTEL T R I L I L L L L L
5859 ArbitraryFloatSqrtINTEL T R I L L L L L
5860 ArbitraryFloatLogINTEL T R I L L L L L
5861 ArbitraryFloatLog2INTEL T R I L L L L L
5862 ArbitraryFloatLog10INTEL T R I L L L L L
5863 ArbitraryFloatLog1pINTEL T R I L L L L L
5864 ArbitraryFloatExpINTEL T R I L L L L L
5865 ArbitraryFloatExp2INTEL T R I L L L L L
5866 ArbitraryFloatExp10INTEL T R I L L L L L
5867 ArbitraryFloatExpm1INTEL T R I L L L L L
5868 ArbitraryFloatSinINTEL T R I L L L L L
5869 ArbitraryFloatCosINTEL T R I L L L L L
5870 ArbitraryFloatSinCosINTEL T R I L L L L L
5871 ArbitraryFloatSinPiINTEL T R I L L L L L
5872 ArbitraryFloatCosPiINTEL T R I L L L L L
5873 ArbitraryFloatASinINTEL T R I L L L L L
5874 ArbitraryFloatASinPiINTEL T R I L L L L L
5875 ArbitraryFloatACosINTEL T R I L L L L L
5876 ArbitraryFloatACosPiINTEL T R I L L L L L
5877 ArbitraryFloatATanINTEL T R I L L L L L
5878 ArbitraryFloatATanPiINTEL T R I L L L L L
5879 ArbitraryFloatATan2INTEL T R I L I L L L L L
5880 ArbitraryFloatPowINTEL T R I L I L L L L L
5881 ArbitraryFloatPowRINTEL T R I L I L L L L L
5882 ArbitraryFloatPowNINTEL T R I L I L L L L
5887 LoopControlINTEL L*
5911 AliasDomainDeclINTEL R I?
5912 AliasScopeDeclINTEL R I I?
5913 AliasScopeListDeclINTEL R I*
5923 FixedSqrtINTEL T R I I L L L L L
5924 FixedRecipINTEL T R I I L L L L L
5925 FixedRsqrtINTEL T R I I L L L L L
5926 FixedSinINTEL T R I I L L L L L
5927 FixedCosINTEL T R I I L L L L L
5928 FixedSinCosINTEL T R I I L L L L L
5929 FixedSinPiINTEL T R I I L L L L L
5930 FixedCosPiINTEL T R I I L L L L L
5931 FixedSinCosPiINTEL T R I I L L L L L
5932 FixedLogINTEL T R I I L L L L L
5933 FixedExpINTEL T R I I L L L L L
5934 PtrCastToCrossWorkgroupINTEL T R I
5938 CrossWorkgroupCastToPtrINTEL T R I
5946 ReadPipeBlockingINTEL T R I I
5947 WritePipeBlockingINTEL T R I I
5949 FPGARegINTEL T R I I
6016 RayQueryGetRayTMinKHR T R I
6017 RayQueryGetRayFlagsKHR T R I
6018 RayQueryGetIntersectionTKHR T R I I
6019 RayQueryGetIntersectionInstanceCustomIndexKHR T R I I
6020 RayQueryGetIntersectionInstanceIdKHR T R I I
6021 RayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR T R I I
6022 RayQueryGetIntersectionGeometryIndexKHR T R I I
6023 RayQueryGetIntersectionPrimitiveIndexKHR T R I I
6024 RayQueryGetIntersectionBarycentricsKHR T R I I
6025 RayQueryGetIntersectionFrontFaceKHR T R I I
6026 RayQueryGetIntersectionCandidateAABBOpaqueKHR T R I
6027 RayQueryGetIntersectionObjectRayDirectionKHR T R I I
6028 RayQueryGetIntersectionObjectRayOriginKHR T R I I
6029 RayQueryGetWorldRayDirectionKHR T R I
6030 RayQueryGetWorldRayOriginKHR T R I
6031 RayQueryGetIntersectionObjectToWorldKHR T R I I
6032 RayQueryGetIntersectionWorldToObjectKHR T R I I
6035 AtomicFAddEXT T R I IdScope IdMemorySemantics I
6086 TypeBufferSurfaceINTEL R AccessQualifier
6090 TypeStructContinuedINTEL I*
6091 ConstantCompositeContinuedINTEL I*
6092 SpecConstantCompositeContinuedINTEL I*
6142 ControlBarrierArriveINTEL IdScope IdScope IdMemorySemantics
6143 ControlBarrierWaitINTEL IdScope IdScope IdMemorySemantics
6401 GroupIMulKHR T R IdScope GroupOperation I
6402 GroupFMulKHR T R IdScope GroupOperation I
6403 GroupBitwiseAndKHR T R IdScope GroupOperation I
6404 GroupBitwiseOrKHR T R IdScope GroupOperation I
6405 GroupBitwiseXorKHR T R IdScope GroupOperation I
6406 GroupLogicalAndKHR T R IdScope GroupOperation I
6407 GroupLogicalOrKHR T R IdScope GroupOperation I
6408 GroupLogicalXorKHR T R IdScope GroupOperation I
`;
