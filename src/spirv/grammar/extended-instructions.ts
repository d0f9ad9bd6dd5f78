// The instructions of extended sets as rows of text; `tables.ts` reads them.
// Facts of the SPIR-V grammar, version 1.6 revision 1, as published with the SPIR-V headers
// (Copyright 2014-2018 The Khronos Group Inc., MIT licence).

/** A set begins with `#`; rows as in `core-instructions.ts`. */
export const EXTENDED_INSTRUCTIONS = `
# OpenCL.std
0 acos I
1 acosh I
2 acospi I
3 asin I
4 asinh I
5 asinpi I
6 atan I
7 atan2 I I
8 atanh I
9 atanpi I
10 atan2pi I I
11 cbrt I
12 ceil I
13 copysign I I
14 cos I
15 cosh I
16 cospi I
17 erfc I
18 erf I
19 exp I
20 exp2 I
21 exp10 I
22 expm1 I
23 fabs I
24 fdim I I
25 floor I
26 fma I I I
27 fmax I I
28 fmin I I
29 fmod I I
30 fract I I
31 frexp I I
32 hypot I I
33 ilogb I
34 ldexp I I
35 lgamma I
36 lgamma_r I I
37 log I
38 log2 I
39 log10 I
40 log1p I
41 logb I
42 mad I I I
43 maxmag I I
44 minmag I I
45 modf I I
46 nan I
47 nextafter I I
48 pow I I
49 pown I I
50 powr I I
51 remainder I I
52 remquo I I I
53 rint I
54 rootn I I
55 round I
56 rsqrt I
57 sin I
58 sincos I I
59 sinh I
60 sinpi I
61 sqrt I
62 tan I
63 tanh I
64 tanpi I
65 tgamma I
66 trunc I
67 half_cos I
68 half_divide I I
69 half_exp I
70 half_exp2 I
71 half_exp10 I
72 half_log I
73 half_log2 I
74 half_log10 I
75 half_powr I I
76 half_recip I
77 half_rsqrt I
78 half_sin I
79 half_sqrt I
80 half_tan I
81 native_cos I
82 native_divide I I
83 native_exp I
84 native_exp2 I
85 native_exp10 I
86 native_log I
87 native_log2 I
88 native_log10 I
89 native_powr I I
90 native_recip I
91 native_rsqrt I
92 native_sin I
93 native_sqrt I
94 native_tan I
141 s_abs I
142 s_abs_diff I I
143 s_add_sat I I
144 u_add_sat I I
145 s_hadd I I
146 u_hadd I I
147 s_rhadd I I
148 u_rhadd I I
149 s_clamp I I I
150 u_clamp I I I
151 clz I
152 ctz I
153 s_mad_hi I I I
154 u_mad_sat I I I
155 s_mad_sat I I I
156 s_max I I
157 u_max I I
158 s_min I I
159 u_min I I
160 s_mul_hi I I
161 rotate I I
162 s_sub_sat I I
163 u_sub_sat I I
164 u_upsample I I
165 s_upsample I I
166 popcount I
167 s_mad24 I I I
168 u_mad24 I I I
169 s_mul24 I I
170 u_mul24 I I
201 u_abs I
202 u_abs_diff I I
203 u_mul_hi I I
204 u_mad_hi I I I
95 fclamp I I I
96 degrees I
97 fmax_common I I
98 fmin_common I I
99 mix I I I
100 radians I
101 step I I
102 smoothstep I I I
103 sign I
104 cross I I
105 distance I I
106 length I
107 normalize I
108 fast_distance I I
109 fast_length I
110 fast_normalize I
186 bitselect I I I
187 select I I I
171 vloadn I I L
172 vstoren I I I
173 vload_half I I
174 vload_halfn I I L
175 vstore_half I I I
176 vstore_half_r I I I FPRoundingMode
177 vstore_halfn I I I
178 vstore_halfn_r I I I FPRoundingMode
179 vloada_halfn I I L
180 vstorea_halfn I I I
181 vstorea_halfn_r I I I FPRoundingMode
182 shuffle I I
183 shuffle2 I I I
184 printf I I*
185 prefetch I I
# OpenCL.DebugInfo.100
0 DebugInfoNone
1 DebugCompilationUnit L L I SourceLanguage
2 DebugTypeBasic I I DebugBaseTypeAttributeEncoding
3 DebugTypePointer I StorageClass DebugInfoFlags
4 DebugTypeQualifier I DebugTypeQualifier
5 DebugTypeArray I I*
6 DebugTypeVector I L
7 DebugTypedef I I I L L I
8 DebugTypeFunction DebugInfoFlags I I*
9 DebugTypeEnum I I I L L I I DebugInfoFlags PairIdRefIdRef*
10 DebugTypeComposite I DebugCompositeType I L L I I I DebugInfoFlags I*
11 DebugTypeMember I I I L L I I I DebugInfoFlags I?
12 DebugTypeInheritance I I I I DebugInfoFlags
13 DebugTypePtrToMember I I
14 DebugTypeTemplate I I*
15 DebugTypeTemplateParameter I I I I L L
16 DebugTypeTemplateTemplateParameter I I I L L
17 DebugTypeTemplateParameterPack I I L L I*
18 DebugGlobalVariable I I I L L I I I DebugInfoFlags I?
19 DebugFunctionDeclaration I I I L L I I DebugInfoFlags
20 DebugFunction I I I L L I I DebugInfoFlags L I I?
21 DebugLexicalBlock I L L I I?
22 DebugLexicalBlockDiscriminator I L I
23 DebugScope I I?
24 DebugNoScope
25 DebugInlinedAt L I I?
26 DebugLocalVariable I I I L L I DebugInfoFlags L?
27 DebugInlinedVariable I I
28 DebugDeclare I I I
29 DebugValue I I I I*
30 DebugOperation DebugOperation L*
31 DebugExpression I*
32 DebugMacroDef I L I I?
33 DebugMacroUndef I L I
34 DebugImportedEntity I DebugImportedEntity I I L L I
35 DebugSource I I?
36 DebugModuleINTEL I I I L I I I L
# NonSemantic.Shader.DebugInfo.100
0 DebugInfoNone
1 DebugCompilationUnit I I I I
2 DebugTypeBasic I I I I
3 DebugTypePointer I I I
4 DebugTypeQualifier I I
5 DebugTypeArray I I*
6 DebugTypeVector I I
7 DebugTypedef I I I I I I
8 DebugTypeFunction I I I*
9 DebugTypeEnum I I I I I I I I PairIdRefIdRef*
10 DebugTypeComposite I I I I I I I I I I*
11 DebugTypeMember I I I I I I I I I?
12 DebugTypeInheritance I I I I
13 DebugTypePtrToMember I I
14 DebugTypeTemplate I I*
15 DebugTypeTemplateParameter I I I I I I
16 DebugTypeTemplateTemplateParameter I I I I I
17 DebugTypeTemplateParameterPack I I I I I*
18 DebugGlobalVariable I I I I I I I I I I?
19 DebugFunctionDeclaration I I I I I I I I
20 DebugFunction I I I I I I I I I I?
21 DebugLexicalBlock I I I I I?
22 DebugLexicalBlockDiscriminator I I I
23 DebugScope I I?
24 DebugNoScope
25 DebugInlinedAt I I I?
26 DebugLocalVariable I I I I I I I I?
27 DebugInlinedVariable I I
28 DebugDeclare I I I I*
29 DebugValue I I I I*
30 DebugOperation I I*
31 DebugExpression I*
32 DebugMacroDef I I I I?
33 DebugMacroUndef I I I
34 DebugImportedEntity I I I I I I I
35 DebugSource I I?
101 DebugFunctionDefinition I I
102 DebugSourceContinued I
103 DebugLine I I I I I
104 DebugNoLine
105 DebugBuildIdentifier I I
106 DebugStoragePath I
107 DebugEntryPoint I I I I
108 DebugTypeMatrix I I I
# GLSL.std.450
1 Round I
2 RoundEven I
3 Trunc I
4 FAbs I
5 SAbs I
6 FSign I
7 SSign I
8 Floor I
9 Ceil I
10 Fract I
11 Radians I
12 Degrees I
13 Sin I
14 Cos I
15 Tan I
16 Asin I
17 Acos I
18 Atan I
19 Sinh I
20 Cosh I
21 Tanh I
22 Asinh I
23 Acosh I
24 Atanh I
25 Atan2 I I
26 Pow I I
27 Exp I
28 Log I
29 Exp2 I
30 Log2 I
31 Sqrt I
32 InverseSqrt I
33 Determinant I
34 MatrixInverse I
35 Modf I I
36 ModfStruct I
37 FMin I I
38 UMin I I
39 SMin I I
40 FMax I I
41 UMax I I
42 SMax I I
43 FClamp I I I
44 UClamp I I I
45 SClamp I I I
46 FMix I I I
47 IMix I I I
48 Step I I
49 SmoothStep I I I
50 Fma I I I
51 Frexp I I
52 FrexpStruct I
53 Ldexp I I
54 PackSnorm4x8 I
55 PackUnorm4x8 I
56 PackSnorm2x16 I
57 PackUnorm2x16 I
58 PackHalf2x16 I
59 PackDouble2x32 I
60 UnpackSnorm2x16 I
61 UnpackUnorm2x16 I
62 UnpackHalf2x16 I
63 UnpackSnorm4x8 I
64 UnpackUnorm4x8 I
65 UnpackDouble2x32 I
66 Length I
67 Distance I I
68 Cross I I
69 Normalize I
70 FaceForward I I I
71 Reflect I I
72 Refract I I I
73 FindILsb I
74 FindSMsb I
75 FindUMsb I
76 InterpolateAtCentroid I
77 InterpolateAtSample I I
78 InterpolateAtOffset I I
79 NMin I I
80 NMax I I
81 NClamp I I I
`;
