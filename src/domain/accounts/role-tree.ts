import { permissionName, permissions, resourceTree, type Permission } from './permissions.ts'

/** A branch of the resource tree: a permission with its children. */
export type Branch = (typeof resourceTree)[number]
/** State of a checkbox of the tree: none, some or all available permissions chosen. */
export type BoxState = 'off' | 'some' | 'on'

export const getBranchCodes = (branch: Branch): readonly Permission[] => [
  branch.code,
  ...branch.children.map(({ code }) => code),
]

/** Branches whose own permission opens a page without any child: the list of accounts. */
const opensItself: ReadonlySet<Permission> = new Set(['subAccount'])

/** Checkbox state of a branch. Permissions that the granting person lacks are ignored. */
export function branchState(branch: Branch, chosen: ReadonlySet<Permission>, held: ReadonlySet<Permission>): BoxState {
  const codes = getBranchCodes(branch)
  if (!codes.some((code) => chosen.has(code))) return 'off'
  return codes.every((code) => chosen.has(code) || !held.has(code)) ? 'on' : 'some'
}

const ordered = (chosen: ReadonlySet<Permission>): Permission[] => permissions.filter((code) => chosen.has(code))

/** Selects all available permissions of a branch, or none if all were selected. */
export function toggleBranch(
  branch: Branch,
  chosen: ReadonlySet<Permission>,
  held: ReadonlySet<Permission>,
): Permission[] {
  const full = branchState(branch, chosen, held) === 'on'
  const next = new Set(chosen)
  for (const code of getBranchCodes(branch)) {
    if (!held.has(code)) continue
    if (full) next.delete(code)
    else next.add(code)
  }
  return ordered(next)
}

/** Toggles one permission. The branch is selected with its first child and deselected with its last. */
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

/** Permissions as text: 企业中心：我的需求、发布需求; a whole branch is 全部, the whole tree 全部权限. */
export function formatPermissions(chosen: readonly Permission[]): string[] {
  const has = new Set(chosen)
  if (permissions.every((code) => has.has(code))) return ['全部权限']
  return resourceTree.flatMap((branch) => {
    const codes = getBranchCodes(branch)
    const name = permissionName(branch.code)
    if (!codes.some((code) => has.has(code))) return []
    if (branch.children.length === 0) return [name]
    const leaves = branch.children.filter(({ code }) => has.has(code))
    if (leaves.length === branch.children.length) return [`${name}：全部`]
    return [leaves.length === 0 ? `${name}：仅查看` : `${name}：${leaves.map((leaf) => leaf.name).join('、')}`]
  })
}
