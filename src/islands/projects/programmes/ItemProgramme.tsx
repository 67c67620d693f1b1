import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { links } from '../../../domain/links.ts'
import type { ProgrammeItemKind } from '../../../domain/projects/programmes.ts'
import * as store from '../../../stores/projects/programmes/item-programme.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { ProgrammeSelect } from './ProgrammeSelect.tsx'

/** The R&D programme of a demand or order, to be changed by its members; nothing for whoever has none. */
export const ItemProgramme = ({ kind, itemId }: { kind: ProgrammeItemKind; itemId: number }) => {
  const state = useStore(store.itemProgramme)
  const [isSaving, setSaving] = useState(false)
  useEffect(() => void store.startItemProgramme(kind, itemId), [kind, itemId])
  if (state.at !== 'ready') return null
  const { programme, mayChange, choices } = state.content
  if (programme === null && (choices.length === 0 || !mayChange)) return null
  const choose = async (programmeId: number | null) => {
    setSaving(true)
    const failure = await store.chooseItemProgramme(programmeId)
    setSaving(false)
    if (failure === null) toast.success(programmeId === null ? '已移出研发项目' : '已归入研发项目')
    else toast.error(`研发项目保存失败：${failure.message}`)
  }
  return (
    <section
      aria-label="研发项目"
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3 desk:px-6 print:hidden"
    >
      <span className="text-ink-3">研发项目</span>
      {programme !== null && (
        <a href={links.buyerProgramme(programme.programmeId)} className="text-accent underline underline-offset-3">
          {programme.code} {programme.name}
        </a>
      )}
      {mayChange && (
        <ProgrammeSelect
          bare
          className="w-full md:ml-auto md:w-72"
          choices={choices}
          value={programme?.programmeId ?? null}
          disabled={isSaving}
          onChange={(programmeId) => void choose(programmeId)}
        />
      )}
    </section>
  )
}
