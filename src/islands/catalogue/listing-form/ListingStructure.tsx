import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import { hazardText, isHazardCode, splitHazards } from '../../../domain/catalogue/hazards.ts'
import { massText, structureLimits } from '../../../domain/catalogue/structures.ts'
import { readListingStructure, structurePreview } from '../../../stores/catalogue/listing-structure.ts'
import type { ListingValues } from '../../../stores/catalogue/listing-values.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { StructureDrawing } from '../../../ui/picture/StructureDrawing.tsx'
import { Formula } from '../../../ui/text/Formula.tsx'
import { StructureEditor } from '../structures/StructureEditor.tsx'
import { useListing } from './use-listing.ts'

type Props = { values: ListingValues }

/** What the typed structure is: drawn by the server as buyers will see it. */
const Preview = ({ text }: { text: string }) => {
  const preview = useStore(structurePreview)
  if (text.trim() === '' || preview.at === 'none') return null
  if (preview.at === 'reading')
    return (
      <p className="mt-2 text-ink-3" role="status">
        正在读取结构
      </p>
    )
  if (preview.text !== text) return null
  if (preview.at === 'failed')
    return (
      <p className="mt-2 text-sm text-bad" role="alert">
        {preview.failure.message}
      </p>
    )
  const { molecule } = preview
  return (
    <div className="mt-3 flex flex-wrap items-center gap-4" role="status">
      <StructureDrawing
        drawing={molecule.drawing}
        name="结构预览"
        width={240}
        height={160}
        className="w-60 rounded-lg border border-line bg-white p-2"
      />
      <p className="text-ink-2">
        <Formula formula={molecule.formula} />
        <span className="ml-3">{massText(molecule.mass)}</span>
      </p>
    </div>
  )
}

/** Chemical structure and hazard statements of a product. */
export const ListingStructure = ({ values }: Props) => {
  const { fault, text, set } = useListing(values)
  const [isDrawing, setDrawing] = useState(false)
  const board = useId()
  const codes = splitHazards(values.hazards)
  const unknown = codes.filter((code) => !isHazardCode(code))
  const take = (typed: string) =>
    void readListingStructure(typed).then((smiles) => {
      // A pasted molfile is kept as SMILES.
      if (smiles !== null && typed.includes('\n')) {
        set('smiles', smiles)
        void readListingStructure(smiles)
      }
    })
  return (
    <div className="space-y-5">
      <div data-fault={fault('smiles') ? '' : undefined}>
        <Textarea
          label="化学结构"
          rows={2}
          maxLength={structureLimits.text}
          placeholder="选填，粘贴 SMILES 或 Molfile，如 CC(=O)Nc1ccc(O)cc1"
          spellCheck={false}
          hint="填写后买家可按结构、子结构与相似度找到该商品，商品页展示结构与分子式。"
          {...text('smiles')}
          onBlur={() => take(values.smiles)}
        />
        <div className="mt-2 flex flex-wrap gap-2">
          <Button aria-expanded={isDrawing} aria-controls={board} onClick={() => setDrawing(!isDrawing)}>
            {isDrawing ? '收起画板' : '打开画板'}
          </Button>
          {values.smiles.trim() !== '' && <Button onClick={() => take(values.smiles)}>查看结构</Button>}
        </div>
        <div id={board} className={isDrawing ? 'mt-3' : 'hidden'}>
          {isDrawing && <StructureEditor value={values.smiles} onChange={(smiles) => set('smiles', smiles)} />}
        </div>
        <Preview text={values.smiles} />
      </div>
      <div>
        <Input label="危险说明（GHS）" maxLength={200} placeholder="选填，如 H225、H319、H336" {...text('hazards')} />
        {codes.length > 0 && (
          <ul className="mt-2 space-y-0.5 text-sm text-ink-2" aria-label="危险说明">
            {codes.map((code) => (
              <li key={code}>
                {code} {isHazardCode(code) ? hazardText(code) : <span className="text-bad">没有这个代码，请核对</span>}
              </li>
            ))}
          </ul>
        )}
        {unknown.length === 0 && codes.length === 0 && (
          <p className="mt-1 text-sm text-ink-3">非危险品留空；代码见产品的安全技术说明书第 2 部分。</p>
        )}
      </div>
    </div>
  )
}
