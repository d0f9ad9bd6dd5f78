// Sums of products of bytes in LLVM IR text: in dot product instructions LLVM 18 and 19 use bytes of the second factor
// in place of those of the first (corrected in 20). The chip's feature is disabled, unless the program uses such an
// instruction itself.

import { type AttributeGroup, attributeValue, keyedAttribute, mapAttributeGroups } from '../ir/attributes.js';
import { readHead } from '../ir/function-head.js';
import { type IrTextModule, outerLines } from '../ir/module.js';
import { versionPass } from './pass.js';

const INTRINSICS: readonly string[] = ['sdot', 'udot', 'sudot'].map((name) => `@llvm.amdgcn.${name}`);
const FEATURES: readonly string[] = ['+dot1-insts', '+dot7-insts'];
const KEY = 'target-features';

const usesDotProducts = (module: IrTextModule): boolean =>
  [...outerLines(module)].some((line) => {
    const name = readHead(line)?.name;
    return name !== undefined && INTRINSICS.some((intrinsic) => name.startsWith(intrinsic));
  });

/** The group without the features. */
function denyFeatures(group: AttributeGroup): AttributeGroup {
  const value = attributeValue(group, KEY);
  if (value === undefined) return group;
  const denied = value.split(',').map((word) => (FEATURES.includes(word) ? `-${word.slice(1)}` : word));
  const [old, changed] = [keyedAttribute(KEY, value), keyedAttribute(KEY, denied.join(','))];
  return { ...group, attributes: group.attributes.map((text) => (text === old ? changed : text)) };
}

/** Disables LLVM's selection of dot products of bytes. */
export const dotProducts = versionPass('dots', 'selection of v_dot4_i32_i8 and v_dot4_u32_u8', (module) =>
  usesDotProducts(module) ? module : mapAttributeGroups(module, denyFeatures),
);
