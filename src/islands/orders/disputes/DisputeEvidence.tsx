import type { DisputeFile } from '../../../contract/orders/disputes.ts'
import { dateTime } from '../../../domain/time.ts'
import { FileLinks } from '../documents/FileLinks.tsx'

const sideNames = { buyer: '买家', seller: '供应商' } as const

/** Evidence of both sides, oldest first, as the sides and operators read it. */
export const DisputeEvidence = ({ evidence }: Pick<DisputeFile, 'evidence'>) =>
  evidence.length === 0 ? (
    <p className="text-ink-3">暂无证据。</p>
  ) : (
    <ol className="space-y-4">
      {evidence.map(({ evidenceId, side, companyName, text, files, createdAt }) => (
        <li key={evidenceId}>
          <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-ink-3">
            <span className="font-medium text-ink">{sideNames[side]}</span>
            <span>{companyName}</span>
            <time className="ml-auto" dateTime={createdAt}>
              {dateTime(createdAt)}
            </time>
          </p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere text-ink-2">{text}</p>
          <FileLinks files={files} className="mt-1" />
        </li>
      ))}
    </ol>
  )
