import type { ReactNode } from 'react'
import type { Failure } from '../../contract/envelope.ts'
import { type Permission, permissionName } from '../../domain/accounts/permissions.ts'
import { links } from '../../domain/links.ts'
import { viewOnlyCode } from '../../domain/operations/account-views.ts'
import { refusalText } from '../../stores/shops/blocked-supplier.ts'
import { isPermanentFailure, type Loaded } from '../../stores/loadable.ts'
import { LinkButton } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'

type RefusedProps = {
  failure: Failure
  /** Permission that the page requires. */
  permission: Permission
  /** Noun for texts: 需求. */
  what: string
}

/** Missing permission, with who can grant it. */
const AccessDenied = ({ failure, permission, what }: RefusedProps) => {
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
        <LinkButton href={links.buyerDashboard()}>返回工作台</LinkButton>
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

type Props<T> = {
  state: Loaded<T>
  /** Noun for texts: 订单. */
  what: string
  /** Required permission; optional. */
  permission?: Permission | undefined
  onRetry: () => void
  /** Placeholder of the content, in its final size. */
  skeleton: ReactNode
  /** Wraps the states shown instead of the content. */
  frame?: ((inside: ReactNode) => ReactNode) | undefined
  /** Page heading until the content renders its own. */
  heading?: string | undefined
  children: (content: T) => ReactNode
}

const numbered = (failure: Failure) => (failure.code === 0 ? undefined : String(failure.code))

/** Notice above outdated content. */
export const StaleNotice = ({ failure, what, onRetry }: { failure: Failure; what: string; onRetry: () => void }) => (
  <div className="mb-4">
    <Notice tone="act" title={`${what}刷新失败，当前显示上次的内容。`}>
      {failure.message}，
      <button type="button" className="text-accent hover:underline max-md:min-h-11" onClick={onRetry}>
        重试
      </button>
    </Notice>
  </div>
)

/** Content loaded from the server, with loading, failed and stale states. */
export const AsyncContent = <T,>({
  state,
  what,
  permission,
  onRetry,
  skeleton,
  frame = (inside) => inside,
  heading,
  children,
}: Props<T>) => {
  const named = heading && <h1 className="sr-only">{heading}</h1>
  if (state.at === 'loading') {
    return (
      <>
        {named}
        <span className="sr-only" role="status">
          {what}加载中
        </span>
        {skeleton}
      </>
    )
  }
  if (state.at === 'failed') {
    const { failure, retrying } = state
    if (failure.code === viewOnlyCode) {
      return (
        <>
          {named}
          {frame(<EmptyState drawing="locked" title="只读查看时不显示" text={`${what}只对账号本人开放。`} />)}
        </>
      )
    }
    return (
      <>
        {named}
        {frame(
          permission !== undefined && isPermanentFailure(failure) ? (
            <AccessDenied failure={failure} permission={permission} what={what} />
          ) : (
            <FailedState
              title={`${what}加载失败`}
              text={refusalText(failure)}
              code={numbered(failure)}
              onRetry={onRetry}
              busy={retrying}
            />
          ),
        )}
      </>
    )
  }
  return (
    <>
      {state.stale && <StaleNotice failure={state.stale} what={what} onRetry={onRetry} />}
      {children(state.content)}
    </>
  )
}

/** Wraps a state in a card. */
export const cardFrame = (inside: ReactNode) => (
  <div className="rounded-lg border border-line bg-surface px-4">{inside}</div>
)
