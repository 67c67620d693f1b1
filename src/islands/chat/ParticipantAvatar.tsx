import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import { shownName } from '../../domain/chat/phrases.ts'
import { Avatar } from '../../ui/picture/Avatar.tsx'

/** The area's logo, from the favicon. */
const areaLogo = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? '/logos/standard.png'

type Props = {
  entry: Pick<ConversationEntry, 'name' | 'avatar' | 'isService' | 'orgId'>
  size?: 'sm' | 'md' | undefined
}

/** Avatar of the other side: logo of the platform, square for shops, round for people. */
export const ParticipantAvatar = ({ entry, size = 'md' }: Props) =>
  entry.isService ? (
    <img src={areaLogo()} alt="" className={`shrink-0 object-contain ${size === 'sm' ? 'size-8' : 'size-10'}`} />
  ) : (
    <Avatar
      name={shownName(entry.name)}
      kind={entry.orgId === null ? 'person' : 'org'}
      size={size === 'sm' ? 'sm' : 'md'}
      picture={entry.avatar || undefined}
    />
  )
