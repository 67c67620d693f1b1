import { offerLabels } from '../../domain/demands/offer-states.ts'
import { links } from '../../domain/links.ts'
import { offers } from '../../stores/demands/seller-offers.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { FilteredList } from '../FilteredList.tsx'
import { SellerOfferTable } from './SellerOfferTable.tsx'

type Props = { search: string; now: string }

/** The company's own offers by state. */
export const SellerOffers = ({ search, now }: Props) => (
  <>
    <FilteredList
      list={offers}
      search={search}
      what="报价"
      permission="my_supply"
      placeholder="需求标题、需求或报价编号"
      tabs={{ label: '报价状态', labelOf: (status) => offerLabels[status] }}
      empty={
        <EmptyState title="还没有报价" text="在需求大厅找到合适的需求，提交报价后会出现在这里。">
          <LinkButton kind="main" href={links.demandHall({ openOnly: 1 })}>
            去需求大厅
          </LinkButton>
        </EmptyState>
      }
    >
      {({ data }) => <SellerOfferTable rows={data} now={now} />}
    </FilteredList>
    <Toaster />
  </>
)
