import { MessageSquareMore } from 'lucide-react'
import { links } from '../../domain/links.ts'
import { LinkButton } from '../../ui/Button.tsx'
import type { ButtonSize } from '../../ui/button-class.ts'

type Props = {
  /** Without it, whoever posted the demand. */
  orgId?: number | undefined
  demandId?: number | null | undefined
  /** Who answers: 买家, the supplier's name. */
  who: string
  /** Only the icon. */
  square?: boolean | undefined
  size?: ButtonSize | undefined
  className?: string | undefined
  label?: string | undefined
}

/** Opens the chat with an organisation, about a demand where one is given. The shell hears it: `portal:chat`. */
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
