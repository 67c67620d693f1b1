import { permissionName, permissions, resourceTree, type Permission } from './permissions.ts'

/** A part of the resource tree: a right with those below it. */
export type Branch = (typeof resourceTree)[number]
/** How a box of the tree stands: nothing of it chosen, some, all that can be. */
export type BoxState = 'off' | 'some' | 'on'

export const codesOf = (branch: Branch): readonly Permission[] => [
  branch.code,
  ...branch.children.map(({ code }) => code),
]

/** Branches whose own right opens a page without anything below it: the list of accounts. */
const opensItself: ReadonlySet<Permission> = new Set(['subAccount'])

/** The box of a branch. What the giver does not hold cannot be chosen, and so does not keep it from being full. */
export function branchState(branch: Branch, chosen: ReadonlySet<Permission>, held: ReadonlySet<Permission>): BoxState {
  const codes = codesOf(branch)
  if (!codes.some((code) => chosen.has(code))) return 'off'
  return codes.every((code) => chosen.has(code) || !held.has(code)) ? 'on' : 'some'
}

const ordered = (chosen: ReadonlySet<Permission>): Permission[] => permissions.filter((code) => chosen.has(code))

/** Chooses a whole branch, as far as it is held, or none of it where all was chosen. */
export function toggleBranch(
  branch: Branch,
  chosen: ReadonlySet<Permission>,
  held: ReadonlySet<Permission>,
): Permission[] {
  const full = branchState(branch, chosen, held) === 'on'
  const next = new Set(chosen)
  for (const code of codesOf(branch)) {
    if (!held.has(code)) continue
    if (full) next.delete(code)
    else next.add(code)
  }
  return ordered(next)
}

/** Chooses one right or takes it back. With the first the branch comes too, and goes with the last. */
export function toggleLeaf(
  branch: Branch,
  code: Permission,
  chosen: ReadonlySet<Permission>,
  held: ReadonlySet<Permission>,
): Permission[] {
  if (!held.has(code)) return ordered(chosen)
  const next = new Set(chosen)
  if (next.has(code)) next.delete(code)
  else next.add(code)
  const some = branch.children.some((leaf) => next.has(leaf.code))
  if (some && held.has(branch.code)) next.add(branch.code)
  if (!some && !opensItself.has(branch.code)) next.delete(branch.code)
  return ordered(next)
}

/** Rights as people read them: 企业中心：我的需求、发布需求; a whole branch is 全部, the whole tree 全部权限. */
export function rightsInWords(chosen: readonly Permission[]): string[] {
  const has = new Set(chosen)
  if (permissions.every((code) => has.has(code))) return ['全部权限']
  return resourceTree.flatMap((branch) => {
    const codes = codesOf(branch)
    const name = permissionName(branch.code)
    if (!codes.some((code) => has.has(code))) return []
    if (branch.children.length === 0) return [name]
    const leaves = branch.children.filter(({ code }) => has.has(code))
    if (leaves.length === branch.children.length) return [`${name}：全部`]
    return [leaves.length === 0 ? `${name}：仅查看` : `${name}：${leaves.map((leaf) => leaf.name).join('、')}`]
  })
}
