// The types of AssemblyScript that the core uses, for its compilation as TypeScript.

declare type i32 = number;
declare type f64 = number;
