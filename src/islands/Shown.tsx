import type { ReactNode } from 'react'
import type { Failure } from '../contract/envelope.ts'
import type { Permission } from '../domain/accounts/permissions.ts'
import { isRefusal, type Loaded } from '../stores/loaded.ts'
import { FailedState } from '../ui/FailedState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Refused } from './Refused.tsx'

type Props<T> = {
  state: Loaded<T>
  /** What it is, for the sentences: 订单. */
  what: string
  /** The right that it needs; without one nobody is refused. */
  permission?: Permission | undefined
  onRetry: () => void
  /** What is coming, in its final size. */
  skeleton: ReactNode
  /** Frames the states that take the place of the content. */
  frame?: ((inside: ReactNode) => ReactNode) | undefined
  /** Heading of the page while its own is not there yet. */
  heading?: string | undefined
  children: (content: T) => ReactNode
}

const numbered = (failure: Failure) => (failure.code === 0 ? undefined : String(failure.code))

/** The line above content that is older than it should be. */
export const Stale = ({ failure, what, onRetry }: { failure: Failure; what: string; onRetry: () => void }) => (
  <div className="mb-4">
    <Notice tone="act" title={`${what}暂时刷新不了，显示的是上次的内容。`}>
      {failure.message}，
      <button type="button" className="text-accent hover:underline max-md:min-h-11" onClick={onRetry}>
        再试一次
      </button>
    </Notice>
  </div>
)

/** Whatever is read from the server, in all of its states; what was read stays when a refresh fails. */
export const Shown = <T,>({
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
    return (
      <>
        {named}
        {frame(
          permission !== undefined && isRefusal(failure) ? (
            <Refused failure={failure} permission={permission} what={what} />
          ) : (
            <FailedState
              title={`${what}没有读到`}
              text={failure.message}
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
      {state.stale && <Stale failure={state.stale} what={what} onRetry={onRetry} />}
      {children(state.content)}
    </>
  )
}

/** A card around a state. */
export const card = (inside: ReactNode) => <div className="rounded-lg border border-line bg-surface px-4">{inside}</div>
