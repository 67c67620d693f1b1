import { useState } from 'react'
import type { OfferVersion } from '../../../contract/demands/offer-view.ts'
import { offerHashText } from '../../../domain/demands/offer-hash.ts'
import { dateTime } from '../../../domain/time.ts'
import { verifyOfferHash, type HashVerification } from '../../../stores/demands/deciding/verify-offer-hash.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { copyText } from '../../copy-text.ts'
import { CopyRow } from './CopyRow.tsx'

type Props = { offerNo: string; version: OfferVersion }

const outcomes: Record<HashVerification, { tone: 'good' | 'bad' | 'act'; label: string }> = {
  same: { tone: 'good', label: '一致：内容与提交时固定的指纹相符' },
  different: { tone: 'bad', label: '不一致：所示内容与指纹不符，请联系平台客服' },
  cannot: { tone: 'act', label: '当前浏览器或连接不支持计算，请复制原文后自行核对' },
}

function sealText({ sealed, openedAt }: OfferVersion): string {
  if (!sealed) return '公开报价'
  return openedAt === null ? '密封报价，尚未开启' : `密封报价，已于 ${dateTime(openedAt)} 开启`
}

/** Receipt of a version: its hash and salt, verified in this browser on request. */
export const OfferReceipt = ({ offerNo, version }: Props) => {
  const [outcome, setOutcome] = useState<HashVerification | null>(null)
  return (
    <div>
      <p className="text-sm text-ink-2">
        第 {version.version} 版 · {dateTime(version.createdAt)} 提交 · {sealText(version)}
      </p>
      <dl className="mt-3 space-y-3">
        <CopyRow label="指纹（SHA-256）" text={version.hash} what="指纹" />
        <CopyRow label="盐值" text={version.salt} what="盐值" />
      </dl>
      <div className="mt-4 flex flex-wrap items-center gap-3 print:hidden">
        <Button size="sm" kind="outline" onClick={() => void verifyOfferHash(offerNo, version).then(setOutcome)}>
          核对指纹
        </Button>
        <span role="status">{outcome !== null && <StateBadge {...outcomes[outcome]} />}</span>
      </div>
      <details className="mt-3 text-sm text-ink-3 print:hidden">
        <summary className="text-accent hover:underline">如何自行核对</summary>
        <p className="mt-2">
          指纹是下面这段原文（UTF-8）的
          SHA-256，以十六进制书写。原文依次为报价编号、版本、明细、付款节点、周期、有效期、说明、回答、附件与盐值；用任何
          SHA-256 工具计算原文，结果应与指纹相同。
        </p>
        <p className="mt-2 max-h-32 overflow-y-auto rounded-md bg-surface-2 p-2 font-mono break-all" tabIndex={0}>
          {offerHashText({ ...version, offerNo })}
        </p>
        <Button
          size="sm"
          className="mt-2"
          onClick={() => void copyText(offerHashText({ ...version, offerNo }), '原文')}
        >
          复制原文
        </Button>
      </details>
    </div>
  )
}
