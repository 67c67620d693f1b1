import { Plus, Trash2 } from 'lucide-react'
import { listingLimits } from '../../../domain/catalogue/listing-rules.ts'
import type { ListingValues } from '../../../stores/catalogue/listing-values.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { controlBase, labelClass } from '../../../ui/form/control-class.ts'
import { Input } from '../../../ui/form/Input.tsx'
import { useListing } from './use-listing.ts'
import { Fault } from '../../../ui/form/Fault.tsx'

const { tableColumns, tableRows } = listingLimits
const cell = `${controlBase} h-9 px-2.5 max-md:h-11`

/** Editor of a listing's table: header and rows; rows and columns can be added and removed. */
export const ListingTableEditor = ({ values }: { values: ListingValues }) => {
  const { within, set } = useListing(values)
  const { table } = values
  const error = within('table')
  if (table === null)
    return (
      <div>
        <p className={labelClass}>表格</p>
        <Button
          size="sm"
          className="max-md:h-11"
          onClick={() => set('table', { title: '', head: ['', ''], rows: [['', '']] })}
        >
          <Plus className="size-4" />
          添加表格
        </Button>
        <span className="ml-4 text-sm text-ink-3">如分组设计、检测项目与方法。</span>
      </div>
    )
  const { head, rows } = table
  const put = (change: Partial<typeof table>) => set('table', { ...table, ...change })
  const widen = () => put({ head: [...head, ''], rows: rows.map((row) => [...row, '']) })
  const cut = (at: number) =>
    put({ head: head.toSpliced(at, 1), rows: rows.map((row) => (row.length > at ? row.toSpliced(at, 1) : row)) })
  return (
    <div data-fault={error ? '' : undefined}>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Input
          label="表格"
          className="md:w-80"
          placeholder="表名，如：分组与剂量"
          maxLength={40}
          value={table.title}
          onChange={(event) => put({ title: event.target.value })}
        />
        <span className="flex flex-wrap gap-2">
          <Button size="sm" disabled={head.length >= tableColumns} onClick={widen}>
            添加列
          </Button>
          <Button
            size="sm"
            disabled={rows.length >= tableRows}
            onClick={() => put({ rows: [...rows, head.map(() => '')] })}
          >
            添加行
          </Button>
          <Button size="sm" kind="danger" onClick={() => set('table', null)}>
            移除表格
          </Button>
        </span>
      </div>
      <div
        className="relative mt-3 overflow-x-auto rounded-lg border border-line"
        tabIndex={0}
        role="region"
        aria-label="表格内容"
      >
        <table className="w-full min-w-[480px] text-left">
          <caption className="sr-only">表格内容</caption>
          <thead className="bg-surface-2">
            <tr>
              {head.map((word, column) => (
                <th key={column} scope="col" className="min-w-28 p-2 font-normal">
                  <span className="flex gap-1">
                    <input
                      className={cell}
                      aria-label={`第 ${column + 1} 列的表头`}
                      placeholder={`列 ${column + 1}`}
                      maxLength={40}
                      value={word}
                      onChange={(event) => put({ head: head.with(column, event.target.value) })}
                    />
                    <Button
                      square
                      className="w-7! border-0! bg-transparent! text-ink-3 hover:text-bad"
                      aria-label={`删除第 ${column + 1} 列`}
                      disabled={head.length < 2}
                      onClick={() => cut(column)}
                    >
                      <Trash2 className="size-4" />
                    </Button>
                  </span>
                </th>
              ))}
              <th scope="col" className="w-11">
                <span className="sr-only">操作</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at} className="border-t border-line">
                {head.map((_word, column) => (
                  <td key={column} className="p-2">
                    <input
                      className={cell}
                      aria-label={`第 ${at + 1} 行第 ${column + 1} 列`}
                      maxLength={100}
                      value={row[column] ?? ''}
                      onChange={(event) =>
                        put({
                          rows: rows.with(
                            at,
                            head.map((_each, place) => (place === column ? event.target.value : (row[place] ?? ''))),
                          ),
                        })
                      }
                    />
                  </td>
                ))}
                <td className="p-2">
                  <Button
                    square
                    className="w-7! border-0! bg-transparent! text-ink-3 hover:text-bad"
                    aria-label={`删除第 ${at + 1} 行`}
                    onClick={() => put({ rows: rows.toSpliced(at, 1) })}
                  >
                    <Trash2 className="size-4" />
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Fault message={error} />
    </div>
  )
}
