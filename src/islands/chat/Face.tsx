import type { ConversationEntry } from '../../contract/chat/conversations.ts'
import { shownName } from '../../domain/chat/words.ts'
import { Avatar } from '../../ui/Avatar.tsx'

type Props = {
  entry: Pick<ConversationEntry, 'name' | 'avatar' | 'isService' | 'orgId'>
  size?: 'sm' | 'md' | undefined
}

/** Who is on the other side: the platform by its logo, shops square, people round. */
export const Face = ({ entry, size = 'md' }: Props) =>
  entry.isService ? (
    <img
      src={`/logos/${document.documentElement.dataset['area'] ?? 'standard'}.png`}
      alt=""
      className={`shrink-0 object-contain ${size === 'sm' ? 'size-8' : 'size-9'}`}
    />
  ) : (
    <Avatar
      name={shownName(entry.name)}
      kind={entry.orgId === null ? 'person' : 'org'}
      size={size === 'sm' ? 'sm' : 'md'}
      picture={entry.avatar || undefined}
    />
  )
