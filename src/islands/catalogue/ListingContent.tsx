import { listingLimits } from '../../domain/catalogue/listing-rules.ts'
import type { ListingValues } from '../../stores/catalogue/listing-values.ts'
import { labelClass } from '../../ui/control-class.ts'
import { Textarea } from '../../ui/Textarea.tsx'
import { RowInput } from '../demands/RowInput.tsx'
import { ListingRows } from './ListingRows.tsx'
import { ListingTableEditor } from './ListingTableEditor.tsx'
import { useListing } from './use-listing.ts'
import { Fault } from '../../ui/Fault.tsx'

type Props = { values: ListingValues }

/** Running text, facts and the one table of a listing. */
export const ListingContent = ({ values }: Props) => {
  const { fault, text, set } = useListing(values)
  return (
    <div className="space-y-6">
      <Textarea
        label="详情"
        required
        rows={10}
        placeholder="研究内容、方法、样品要求……空一行另起一段"
        hint={`空一行另起一段，每段最多 ${listingLimits.paragraph.toLocaleString('zh-CN')} 字`}
        {...text('paragraphs')}
      />
      <div>
        <p className={labelClass}>参数</p>
        <p className="-mt-1 mb-2 text-sm text-ink-3">买家会并排比较的内容，如“物种”“样本量”“检测限”。</p>
        <ListingRows
          name="参数"
          rows={values.facts}
          most={listingLimits.facts}
          fresh={() => ({ label: '', value: '' })}
          onChange={(facts) => set('facts', facts)}
        >
          {(fact, at, put) => {
            const [label, value] = [fault(`facts.${at}.label`), fault(`facts.${at}.value`)]
            return (
              <>
                <div className="grid grid-cols-1 gap-2 md:grid-cols-[200px_minmax(0,1fr)]">
                  <RowInput
                    label={`参数 ${at + 1} 的名称`}
                    placeholder="名称"
                    maxLength={20}
                    wrong={label !== undefined}
                    fault={`fact-fault-${at}`}
                    value={fact.label}
                    onChange={(event) => put({ label: event.target.value })}
                  />
                  <RowInput
                    label={`参数 ${at + 1} 的内容`}
                    placeholder="内容"
                    maxLength={200}
                    wrong={value !== undefined}
                    fault={`fact-fault-${at}`}
                    value={fact.value}
                    onChange={(event) => put({ value: event.target.value })}
                  />
                </div>
                <Fault id={`fact-fault-${at}`} message={label ?? value} />
              </>
            )
          }}
        </ListingRows>
      </div>
      <ListingTableEditor values={values} />
    </div>
  )
}
