import type { TextRun } from '../../domain/content/rich-runs.ts'
import type { TextBlock } from '../../domain/content/rich-text.ts'
import { richTextClass } from './rich-text-class.ts'

const Runs = ({ runs }: { runs: readonly TextRun[] }) =>
  runs.map(({ text, strong, code, href }, at) =>
    href !== undefined ? (
      <a key={at} href={href} rel={href.startsWith('/') ? undefined : 'nofollow noopener noreferrer'} target="_blank">
        {text}
      </a>
    ) : strong ? (
      <strong key={at}>{text}</strong>
    ) : code ? (
      <code key={at}>{text}</code>
    ) : (
      text
    ),
  )

const Block = ({ block }: { block: TextBlock }) => {
  if (block.as === 'rule') return <hr />
  if (block.as === 'picture') return <img src={block.src} alt={block.alt} loading="lazy" className="rounded-lg" />
  if (block.as === 'list') {
    const List = block.ordered ? 'ol' : 'ul'
    return (
      <List>
        {block.items.map((runs, at) => (
          <li key={at}>
            <Runs runs={runs} />
          </li>
        ))}
      </List>
    )
  }
  if (block.as === 'table') {
    return (
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="表格">
        <table>
          <thead>
            <tr>
              {block.head.map((runs, at) => (
                <th key={at} scope="col">
                  <Runs runs={runs} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, line) => (
              <tr key={line}>
                {row.map((runs, at) => (
                  <td key={at}>
                    <Runs runs={runs} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )
  }
  const Element = block.as === 'heading' ? (block.level === 2 ? 'h2' : 'h3') : block.as === 'quote' ? 'blockquote' : 'p'
  return (
    <Element>
      <Runs runs={block.runs} />
    </Element>
  )
}

/** Text with headings, lists and tables, rendered from blocks: no typed HTML. */
export const RichText = ({ blocks }: { blocks: readonly TextBlock[] }) => (
  <div className={richTextClass.join(' ')}>
    {blocks.map((block, at) => (
      <Block key={at} block={block} />
    ))}
  </div>
)
