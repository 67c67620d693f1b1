import { Paperclip } from 'lucide-react'

type Props = { files: readonly { readonly name: string; readonly url: string }[] }

/** Files of an offer, each to be downloaded by its own path. */
export const FileLinks = ({ files }: Props) =>
  files.length === 0 ? (
    <span className="text-ink-3">--</span>
  ) : (
    <ul className="space-y-1">
      {files.map(({ name, url }) => (
        <li key={url}>
          <a href={url} download className="inline-flex max-w-full items-center gap-1 text-accent hover:underline">
            <Paperclip className="size-3.5 shrink-0" aria-hidden />
            <span className="min-w-0 break-all">{name}</span>
          </a>
        </li>
      ))}
    </ul>
  )
