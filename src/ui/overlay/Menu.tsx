import { Menu as HeadlessMenu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import { ChevronDown, type LucideIcon } from 'lucide-react'
import { buttonClass, type ButtonKind, type ButtonSize } from '../button/button-class.ts'
import { optionClass, popClass } from '../form/control-class.ts'
import { labelPortalContainer } from './portal-landmark.ts'

/** Menu entry: an action, or a link with `href`. */
export type MenuEntry = {
  label: string
  icon?: LucideIcon | undefined
  danger?: boolean | undefined
  disabled?: boolean | undefined
} & ({ href: string } | { onChoose: () => void })

type Props = {
  label: string
  entries: readonly MenuEntry[]
  kind?: ButtonKind | undefined
  size?: ButtonSize | undefined
}

const look = `${optionClass} justify-start! data-focus:bg-surface-2 data-disabled:text-ink-disabled`

/** Further actions behind one button. */
export const Menu = ({ label, entries, kind, size }: Props) => (
  <HeadlessMenu>
    <MenuButton className={`${buttonClass({ kind, size })} max-md:h-11`}>
      {label}
      <ChevronDown />
    </MenuButton>
    <MenuItems
      ref={labelPortalContainer}
      anchor={{ to: 'bottom end', gap: 4 }}
      modal={false}
      transition
      className={`${popClass} min-w-44 transition duration-200 data-closed:-translate-y-1 data-closed:opacity-0`}
    >
      {entries.map((entry) => {
        const Icon = entry.icon
        const inside = (
          <>
            {Icon && <Icon className={entry.danger ? '' : 'text-ink-3'} />}
            {entry.label}
          </>
        )
        const className = `${look} ${entry.danger ? 'text-bad' : ''}`
        return (
          <MenuItem key={entry.label} disabled={entry.disabled ?? false}>
            {'href' in entry ? (
              <a href={entry.href} className={className}>
                {inside}
              </a>
            ) : (
              <button type="button" className={className} onClick={entry.onChoose}>
                {inside}
              </button>
            )}
          </MenuItem>
        )
      })}
    </MenuItems>
  </HeadlessMenu>
)
