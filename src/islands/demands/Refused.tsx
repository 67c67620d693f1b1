import type { Failure } from '../../contract/envelope.ts'
import { isPermission, resourceTree, type Permission } from '../../domain/accounts/permissions.ts'
import { links } from '../../domain/links.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

const names = new Map<string, string>(
  resourceTree.flatMap((branch) => [branch, ...branch.children]).map(({ code, name }) => [code, name]),
)

/** What a permission is called in the role editor. */
export const permissionName = (code: Permission): string => (isPermission(code) ? (names.get(code) ?? code) : code)

type Props = {
  failure: Failure
  /** The right that the page needs. */
  permission: Permission
  /** What is not here: 需求. */
  what: string
}

/** Codes that trying again does not mend: the page says why and where to go. */
export const isRefusal = (failure: Failure): boolean => [403, 404, 1010, 1011].includes(failure.code)

/** A page that its reader may not see, with who can change that. */
export const Refused = ({ failure, permission, what }: Props) => {
  if (failure.code === 403) {
    return (
      <EmptyState
        drawing="locked"
        title={`您没有“${permissionName(permission)}”权限`}
        text="请联系贵企业的主账号，或有“角色管理”权限的同事，在“角色权限”中为您开通。"
      >
        <LinkButton href={links.buyerAccount()}>查看我的账号</LinkButton>
      </EmptyState>
    )
  }
  if (failure.code === 404) {
    return (
      <EmptyState drawing="lost" title={`${what}不存在`} text="可能已被删除，或不属于贵企业。">
        <LinkButton href={links.buyerDesk()}>返回工作台</LinkButton>
      </EmptyState>
    )
  }
  const seller = failure.code === 1011
  return (
    <EmptyState
      drawing="locked"
      title={seller ? '贵企业尚未开通店铺' : '请先完成企业认证'}
      text={seller ? '开通店铺、成为供应商后即可使用。' : '这里的内容属于企业，认证通过后即可使用。'}
    >
      <LinkButton kind="main" href={seller ? links.sellerOpenShop() : links.buyerAccount()}>
        {seller ? '开通店铺' : '账号与企业'}
      </LinkButton>
    </EmptyState>
  )
}
