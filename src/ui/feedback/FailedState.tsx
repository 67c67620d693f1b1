import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button/Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import type { EmptySize } from './empty-class.ts'

type Props = {
  /** 订单加载失败. */
  title: string
  text?: string | undefined
  /** Failure code, for customer service. */
  code?: string | undefined
  onRetry: () => void
  /** The retry is under way. */
  busy?: boolean | undefined
  size?: EmptySize | undefined
  /** Further actions, such as 联系客服. */
  children?: ReactNode
}

/** Failed loading: stays in place, keeps the filters, offers 重试. */
export const FailedState = ({
  title,
  text = '服务器异常，建议稍后重试',
  code,
  onRetry,
  busy,
  size,
  children,
}: Props) => (
  <div role="alert">
    <EmptyState drawing="failed" title={title} text={code ? `${text}。编号 ${code}` : text} size={size}>
      <Button kind="main" busy={busy} onClick={onRetry}>
        {!busy && <RotateCw />}
        重试
      </Button>
      {children}
    </EmptyState>
  </div>
)
