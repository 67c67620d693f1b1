import { useStore } from '@nanostores/react'
import { useId, useState, type SubmitEvent } from 'react'
import {
  similarityChoices,
  structureLimits,
  structureModeLabels,
  structureModes,
} from '../../../domain/catalogue/structures.ts'
import * as store from '../../../stores/catalogue/structure-search.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { StructureEditor } from './StructureEditor.tsx'
import { StructureResults } from './StructureResults.tsx'

const modes = structureModes.map((value) => ({ value, label: structureModeLabels[value].label }))
const thresholds = similarityChoices.map((value) => ({ value, label: `${value}% 以上` }))

/** Search of goods by structure: drawn on the board or pasted, with the goods found below. */
export const StructureSearch = () => {
  const text = useStore(store.structureText)
  const mode = useStore(store.structureMode)
  const similarity = useStore(store.structureSimilarity)
  const fault = useStore(store.structureFault)
  const state = useStore(store.structureState)
  const [isDrawing, setDrawing] = useState(false)
  const board = useId()
  const busy = state.at === 'loading' || (state.at === 'ready' && state.refreshing)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void store.searchStructure()
  }
  return (
    <>
      <form
        className="rounded-lg border border-line bg-surface p-4 desk:p-6"
        aria-label="结构检索"
        noValidate
        onSubmit={submit}
      >
        <div className="grid grid-cols-1 gap-6 desk:grid-cols-[minmax(0,1fr)_320px]">
          <div className="min-w-0">
            <Textarea
              label="结构"
              required
              rows={3}
              maxLength={structureLimits.text}
              placeholder="粘贴 SMILES 或 Molfile，如 CC(=O)Nc1ccc(O)cc1"
              spellCheck={false}
              autoComplete="off"
              className="font-mono"
              value={text}
              error={fault === '' ? undefined : fault}
              hint="结构只用于本次检索，不存储、不记入日志，也不会出现在网址中。"
              onChange={(event) => store.setStructureText(event.target.value)}
            />
            <div className="mt-3">
              <Button aria-expanded={isDrawing} aria-controls={board} onClick={() => setDrawing(!isDrawing)}>
                {isDrawing ? '收起画板' : '打开画板'}
              </Button>
            </div>
            <div id={board} className={isDrawing ? 'mt-3' : 'hidden'}>
              {isDrawing && <StructureEditor value={text} onChange={store.setStructureText} />}
            </div>
          </div>
          <div className="space-y-5">
            <Radio
              form="chip"
              label="检索方式"
              options={modes}
              value={mode}
              onChange={store.setStructureMode}
              hint={structureModeLabels[mode].hint}
            />
            {mode === 'similar' && (
              <Radio
                form="chip"
                label="相似度"
                options={thresholds}
                value={similarity}
                onChange={store.setStructureSimilarity}
              />
            )}
            <Button type="submit" kind="main" size="lg" block className="text-base!" busy={busy}>
              检索
            </Button>
          </div>
        </div>
      </form>
      <StructureResults />
    </>
  )
}
