import { Copy } from 'lucide-react'
import { Button } from '../../../ui/button/Button.tsx'
import { copyText } from '../../copy-text.ts'

/** A long code with a label and a copy button; it wraps anywhere. */
export const CopyRow = ({ label, text, what }: { label: string; text: string; what: string }) => (
  <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
    <dt className="text-sm text-ink-3">{label}</dt>
    <dd className="row-span-2 print:hidden">
      <Button size="sm" aria-label={`复制${what}`} onClick={() => void copyText(text, what)}>
        <Copy className="size-4" />
        复制
      </Button>
    </dd>
    <dd className="font-mono text-sm break-all">{text}</dd>
  </div>
)
