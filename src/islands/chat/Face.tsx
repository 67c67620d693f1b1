import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import { shownName } from '../../domain/chat/words.ts'
import { Avatar } from '../../ui/Avatar.tsx'

/** The area's sign, as the browser's tab has it. */
const areaLogo = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? '/logos/standard.png'

type Props = {
  entry: Pick<ConversationEntry, 'name' | 'avatar' | 'isService' | 'orgId'>
  size?: 'sm' | 'md' | undefined
}

/** Who is on the other side: the platform by its logo, shops square, people round. */
export const Face = ({ entry, size = 'md' }: Props) =>
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
