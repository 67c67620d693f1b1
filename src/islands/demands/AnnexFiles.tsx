import { FileText } from 'lucide-react'
import type { z } from 'zod'
import type { demandFile } from '../../contract/demands/demands.ts'
import { fileSize } from '../../domain/operations/file-size.ts'
import { LinkButton } from '../../ui/Button.tsx'

/** The confidential files, each with its button; the opening is logged where the file is given out. */
export const AnnexFiles = ({ files }: { files: readonly z.output<typeof demandFile>[] }) => {
  if (files.length === 0) return null
  return (
    <ul className="mt-3 divide-y divide-line rounded-md border border-line" aria-label="保密附件">
      {files.map((file) => (
        <li key={file.fileId} className="flex items-center gap-3 px-4 py-2.5">
          <FileText className="size-5 shrink-0 text-ink-3" />
          <span className="min-w-0 flex-1">
            <span className="block wrap-anywhere">{file.name}</span>
            <span className="block text-sm text-ink-3">{fileSize(file.size)}</span>
          </span>
          <LinkButton
            size="sm"
            className="max-md:h-11"
            href={file.url}
            target="_blank"
            rel="noopener"
            aria-label={`打开 ${file.name}`}
          >
            打开
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}
