import { useStore } from '@nanostores/react'
import { listingLimits } from '../../../domain/catalogue/listing-rules.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { brands } from '../../../stores/catalogue/listing-choices.ts'
import type { ListingValues } from '../../../stores/catalogue/listing-values.ts'
import { Fault } from '../../../ui/form/Fault.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { labelClass } from '../../../ui/form/control-class.ts'
import { FormSection } from '../../form/FormSection.tsx'
import { RowInput } from '../../demands/RowInput.tsx'
import { ListingAttributes, ListingCategory } from './ListingCategory.tsx'
import { ListingDiscounts, ListingSpecs } from './ListingSpecs.tsx'
import { ListingAttachments, ListingPictures } from './ListingFiles.tsx'
import { ListingProcess } from './ListingProcess.tsx'
import { ListingReach, PriceKind, ProductIdentity, ServiceTerms } from './ListingTerms.tsx'
import { ListingStructure } from './ListingStructure.tsx'
import { ListingRows } from './ListingRows.tsx'
import { ListingTableEditor } from './ListingTableEditor.tsx'
import { useListing } from './use-listing.ts'

type ListingContentProps = { kind: ListingKind; values: ListingValues }

/** Hints of what buyers of services and of goods compare. */
const contentHints: Readonly<Record<ListingKind, { readonly details: string; readonly facts: string }>> = {
  service: { details: '研究内容、方法、样品要求……空一行另起一段', facts: '“物种”“样本量”“检测限”' },
  product: { details: '组成、用途、储存与运输条件……空一行另起一段', facts: '“纯度”“储存条件”“有效期”' },
}

/** Paragraphs, facts and the table of a listing. */
const ListingContent = ({ kind, values }: ListingContentProps) => {
  const { fault, text, set } = useListing(values)
  return (
    <div className="space-y-6">
      <Textarea
        label="详情"
        required
        rows={10}
        placeholder={contentHints[kind].details}
        hint={`空一行另起一段，每段最多 ${listingLimits.paragraph.toLocaleString('zh-CN')} 字`}
        {...text('paragraphs')}
      />
      <div>
        <p className={labelClass}>参数</p>
        <p className="-mt-1 mb-2 text-sm text-ink-3">买家会并排比较的内容，如{contentHints[kind].facts}。</p>
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

/** Numbered sections of the form. */
export const ListingSections = ({ kind, values }: { kind: ListingKind; values: ListingValues }) => {
  const { fault, text, set } = useListing(values)
  const known = useStore(brands)
  const service = kind === 'service'
  return (
    <>
      <FormSection number={1} title="实拍图片">
        <ListingPictures values={values} />
      </FormSection>
      <FormSection number={2} title="分类与标题">
        <div className="space-y-5">
          <ListingCategory
            kind={kind}
            value={values.categoryId}
            onChange={(categoryId) => set('categoryId', categoryId)}
            error={fault('categoryId')}
          />
          <Input
            label="标题"
            required
            maxLength={listingLimits.title}
            typed={values.title.length}
            placeholder={service ? '如：比格犬 13 周重复给药毒性试验' : '如：对乙酰氨基酚 对照品'}
            {...text('title')}
          />
          <Textarea
            label="简介"
            required
            rows={3}
            maxLength={listingLimits.summary}
            typed={values.summary.length}
            placeholder="一两句话说明是什么、适合谁，列表和搜索结果会显示"
            {...text('summary')}
          />
        </div>
      </FormSection>
      <FormSection number={3} title="分类属性">
        <ListingAttributes values={values} />
      </FormSection>
      {service ? (
        <FormSection number={4} title="价格与周期">
          <ServiceTerms values={values} />
        </FormSection>
      ) : (
        <FormSection number={4} title="价格与规格">
          <div className="space-y-5">
            <ProductIdentity values={values} brands={known} />
            <ListingStructure values={values} />
            <PriceKind values={values} kind={kind} />
            <ListingSpecs values={values} />
            <ListingDiscounts values={values} />
          </div>
        </FormSection>
      )}
      <FormSection number={5} title="详情">
        <ListingContent kind={kind} values={values} />
      </FormSection>
      {service && (
        <FormSection number={6} title="步骤与交付">
          <ListingProcess values={values} />
        </FormSection>
      )}
      <FormSection number={service ? 7 : 6} title="地区、资质与能力">
        <ListingReach values={values} />
      </FormSection>
      <FormSection number={service ? 8 : 7} title="附件">
        <ListingAttachments values={values} />
      </FormSection>
    </>
  )
}
