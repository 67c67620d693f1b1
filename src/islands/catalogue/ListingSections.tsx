import { useStore } from '@nanostores/react'
import { listingLimits } from '../../domain/catalogue/listing-rules.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { brands } from '../../stores/catalogue/listing-choices.ts'
import type { ListingValues } from '../../stores/catalogue/listing-values.ts'
import { Input } from '../../ui/Input.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { FormSection } from '../FormSection.tsx'
import { ListingAttributes } from './ListingAttributes.tsx'
import { ListingCategory } from './ListingCategory.tsx'
import { ListingContent } from './ListingContent.tsx'
import { ListingDiscounts } from './ListingDiscounts.tsx'
import { ListingAttachments, ListingPictures } from './ListingFiles.tsx'
import { ListingProcess } from './ListingProcess.tsx'
import { ListingReach } from './ListingReach.tsx'
import { ListingSpecs } from './ListingSpecs.tsx'
import { PriceKind, ProductIdentity, ServiceTerms } from './ListingTerms.tsx'
import { useListing } from './use-listing.ts'

/** The numbered parts of the form. */
export const ListingSections = ({ kind, values }: { kind: ListingKind; values: ListingValues }) => {
  const { fault, text, set } = useListing(values)
  const known = useStore(brands)
  const service = kind === 'service'
  return (
    <>
      <FormSection number={1} title="类目与标题">
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
      <FormSection number={2} title="类目属性">
        <ListingAttributes values={values} />
      </FormSection>
      {service ? (
        <FormSection number={3} title="价格与周期">
          <ServiceTerms values={values} />
        </FormSection>
      ) : (
        <FormSection number={3} title="价格与规格">
          <div className="space-y-5">
            <ProductIdentity values={values} brands={known} />
            <PriceKind values={values} kind={kind} />
            <ListingSpecs values={values} />
            <ListingDiscounts values={values} />
          </div>
        </FormSection>
      )}
      <FormSection number={4} title="详情">
        <ListingContent values={values} />
      </FormSection>
      {service && (
        <FormSection number={5} title="步骤与交付">
          <ListingProcess values={values} />
        </FormSection>
      )}
      <FormSection number={service ? 6 : 5} title="地区、资质与能力">
        <ListingReach values={values} />
      </FormSection>
      <FormSection number={service ? 7 : 6} title="图片与附件">
        <div className="space-y-6">
          <ListingPictures values={values} />
          <ListingAttachments values={values} />
        </div>
      </FormSection>
    </>
  )
}
