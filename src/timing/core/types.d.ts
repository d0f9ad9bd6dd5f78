// The types of AssemblyScript that the core uses, for who compiles it as TypeScript.

declare type i32 = number;
declare type f64 = number;
