import { MessageSquareMore } from 'lucide-react'
import { links } from '../../domain/links.ts'
import { LinkButton } from '../../ui/button/Button.tsx'
import type { ButtonSize } from '../../ui/button/button-class.ts'

type Props = {
  /** Default: the company that posted the demand. */
  orgId?: number | undefined
  demandId?: number | null | undefined
  /** Name of the other side: 买家, or the supplier's name. */
  who: string
  /** Icon only. */
  square?: boolean | undefined
  size?: ButtonSize | undefined
  className?: string | undefined
  label?: string | undefined
}

/** Opens a chat with a company, optionally about a demand. Handled by the shell: `portal:chat`. */
export const ChatLink = ({ orgId, demandId, who, square, size, className, label = '联系' }: Props) => (
  <LinkButton
    href={links.chat()}
    square={square}
    size={size}
    className={className}
    aria-label={square ? `与${who}沟通` : undefined}
    title={`与${who}沟通`}
    data-chat-with={orgId ?? 'demand'}
    data-org-id={orgId}
    data-demand-id={demandId ?? undefined}
  >
    <MessageSquareMore className="size-4" />
    {!square && label}
  </LinkButton>
)
