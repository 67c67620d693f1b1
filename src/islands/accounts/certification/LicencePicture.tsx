import { ExternalLink, FileText } from 'lucide-react'
import { useState } from 'react'

type Props = {
  url: string
  name: string
  /** Full width of its column, for reading. */
  large?: boolean | undefined
  /** Text shown without a file. */
  missing?: string | undefined
}

const isPdf = (url: string) => /\.pdf($|\?)/i.test(url)

/** A licence: its picture, or an icon for a PDF; opens in a new tab. */
export const LicencePicture = ({ url, name, large = false, missing = '没有执照图片' }: Props) => {
  const [broken, setBroken] = useState(false)
  const drawn = !broken && !isPdf(url)
  if (url === '') {
    return (
      <p className="grid h-32 w-44 shrink-0 place-items-center rounded-md border border-line bg-surface-2 text-sm text-ink-3">
        {missing}
      </p>
    )
  }
  const size = large ? 'w-full min-h-60' : 'h-32 w-44'
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className={`group/licence block shrink-0 overflow-hidden rounded-md border border-line bg-surface-2 hover:border-accent ${size}`}
    >
      {drawn ? (
        <img
          src={url}
          alt={name}
          loading="lazy"
          className={`size-full ${large ? 'object-contain' : 'object-cover'}`}
          onError={() => setBroken(true)}
        />
      ) : (
        <span className="flex size-full min-h-32 flex-col items-center justify-center gap-2 text-sm text-ink-2 group-hover/licence:text-accent">
          <FileText className="size-6" />
          <span className="inline-flex items-center gap-1">
            查看{name}
            <ExternalLink className="size-3.5" />
          </span>
        </span>
      )}
    </a>
  )
}
