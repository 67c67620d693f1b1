import { useStore } from '@nanostores/react'
import type { SubmitEvent } from 'react'
import type { InquiryRow } from '../../contract/catalogue/inquiries.ts'
import {
  inquiryLabels,
  inquiryTransitions,
  longestAnswer,
  longestQuestion,
} from '../../domain/catalogue/inquiry-states.ts'
import { links } from '../../domain/links.ts'
import { steps } from '../../domain/transition.ts'
import type { InquiryList } from '../../stores/catalogue/inquiry-list.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { figureNamed, ownPicture } from '../../ui/figure-url.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { InquiryThread } from './InquiryThread.tsx'

type Props = { row: InquiryRow; list: InquiryList }

/** The box under an inquiry: the seller answers, who asked asks again. */
const WordBox = ({ row, list }: Props) => {
  const doing = useStore(list.doing)
  if (doing.at !== 'writing' || doing.inquiryId !== row.inquiryId) return null
  const seller = list.side === 'seller'
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    void list.send().then((sent) => {
      if (sent) toast.good(seller ? '已回复，买家会收到提醒' : '已发送，供应商会收到提醒')
    })
  }
  return (
    <form className="mt-3" onSubmit={send}>
      {doing.failure && (
        <div className="mb-3">
          <Notice tone="bad" title={doing.failure.message} />
        </div>
      )}
      <Textarea
        label={seller ? '回复' : '追问'}
        autoFocus
        rows={3}
        maxLength={seller ? longestAnswer : longestQuestion}
        typed={doing.text.length}
        value={doing.text}
        disabled={doing.sending}
        onChange={(event) => list.type(event.target.value)}
      />
      <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
        {seller && row.isPublic && (
          <Checkbox
            className="mr-auto"
            checked={doing.keepPrivate}
            disabled={doing.sending}
            onChange={(event) => list.keepPrivate(event.target.checked)}
          >
            不公开，仅双方可见
          </Checkbox>
        )}
        <Button className="max-md:h-11" disabled={doing.sending} onClick={list.dismiss}>
          取消
        </Button>
        <Button
          kind="main"
          type="submit"
          className="max-md:h-11"
          busy={doing.sending}
          disabled={doing.text.trim() === ''}
        >
          发送
        </Button>
      </div>
    </form>
  )
}

/** What the person may do now, by the same table as the server. */
const Steps = ({ row, list }: Props) => {
  const doing = useStore(list.doing)
  if (doing.at === 'writing' && doing.inquiryId === row.inquiryId) return null
  const open = steps(inquiryTransitions, row.status, list.side)
  return (
    <div className="mt-3 flex flex-wrap justify-end gap-2">
      {open.includes('close') && (
        <Button size="sm" kind="link" className="max-md:h-11" onClick={() => list.askClose(row)}>
          结束咨询
        </Button>
      )}
      {open.includes('ask') && (
        <Button size="sm" className="max-md:h-11" onClick={() => list.write(row.inquiryId)}>
          追问
        </Button>
      )}
      {open.includes('answer') && (
        <Button
          size="sm"
          kind={row.status === 'answered' ? 'plain' : 'outline'}
          className="max-md:h-11"
          onClick={() => list.write(row.inquiryId)}
        >
          {row.status === 'answered' ? '补充回复' : '回复'}
        </Button>
      )}
    </div>
  )
}

/** One inquiry: about what, with whom, what was said, what comes next. */
export const InquiryItem = ({ row, list }: Props) => {
  const href = row.productNo === null ? links.serviceDetail(row.listingId) : links.goodsDetail(row.productNo)
  const asker = row.askerCompany === '' ? row.asker : `${row.askerCompany}　${row.asker}`
  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      <div className="mb-3 flex items-start gap-3">
        <Picture
          picture={ownPicture(row.pictureUrl)}
          figure={figureNamed(row.figure)}
          className="aspect-[4/3] w-16 shrink-0 rounded-md border border-line"
        />
        <div className="min-w-0 flex-1">
          <p className="line-clamp-2 font-medium">
            {row.onSale ? (
              <a href={href} className="hover:text-accent">
                {row.title}
              </a>
            ) : (
              <span className="text-ink-2">{row.title}（已下架）</span>
            )}
          </p>
          <p className="mt-0.5 truncate text-sm text-ink-3">
            {list.side === 'seller' ? (
              asker
            ) : (
              <a href={links.shopHome({ id: row.shopId, orgId: row.orgId })} className="hover:text-accent">
                {row.shopName}
              </a>
            )}
          </p>
        </div>
        <div className="flex shrink-0 items-center gap-2">
          {row.isPublic && <Tag label="公开" />}
          <StateBadge {...inquiryLabels[list.side][row.status]} />
        </div>
      </div>
      <InquiryThread messages={row.messages} side={list.side} />
      <WordBox row={row} list={list} />
      <Steps row={row} list={list} />
    </li>
  )
}
