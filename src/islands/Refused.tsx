import type { Failure } from '../contract/envelope.ts'
import { permissionName, type Permission } from '../domain/accounts/permissions.ts'
import { links } from '../domain/links.ts'
import { LinkButton } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

type Props = {
  failure: Failure
  /** The right that the page needs. */
  permission: Permission
  /** What is not here: 需求. */
  what: string
}

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
      <LinkButton kind="main" href={seller ? links.sellerOpenShop() : links.buyerAccount({ tab: 'certification' })}>
        {seller ? '开通店铺' : '企业认证'}
      </LinkButton>
    </EmptyState>
  )
}
