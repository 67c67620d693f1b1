import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { useStore } from '@nanostores/react'
import { Columns3 } from 'lucide-react'
import type { ShownColumns } from '../../stores/shown-columns.ts'
import { buttonClass } from '../../ui/button/button-class.ts'
import { Checkbox } from '../../ui/form/Checkbox.tsx'
import { popClass } from '../../ui/form/control-class.ts'
import { labelPortalContainer } from '../../ui/overlay/portal-landmark.ts'

type Props = {
  shown: ShownColumns
  /** The columns that can be hidden. */
  columns: readonly { readonly key: string; readonly head: string }[]
}

/** Chooses the columns of a table: on phones the facts of its cards. */
export const ColumnChooser = ({ shown, columns }: Props) => {
  const keys = useStore(shown.keys)
  return (
    <Popover>
      <PopoverButton className={`${buttonClass({})} max-md:h-11`}>
        <Columns3 className="size-4" />
        显示列
      </PopoverButton>
      <PopoverPanel
        ref={labelPortalContainer}
        anchor={{ to: 'bottom end', gap: 4, padding: 8 }}
        role="dialog"
        aria-label="显示列"
        className={`${popClass} w-48 p-3!`}
      >
        <ul className="space-y-2">
          {columns.map(({ key, head }) => (
            <li key={key}>
              <Checkbox checked={keys.includes(key)} onChange={(event) => shown.show(key, event.target.checked)}>
                {head}
              </Checkbox>
            </li>
          ))}
        </ul>
        <button
          type="button"
          className="mt-3 text-sm text-accent hover:underline max-md:min-h-11"
          onClick={shown.reset}
        >
          恢复默认
        </button>
      </PopoverPanel>
    </Popover>
  )
}
