import {
  audienceLabels,
  audiences,
  companyPartLabels,
  companyParts,
  type Visibility,
} from '../../domain/accounts/visibility.ts'
import { choose } from '../../stores/accounts/visibility.ts'
import { cellClass, headCellClass, rowClass, tableHeadClass, tableScrollClass } from '../../ui/table-class.ts'

/** Parts down, audiences across: one choice a row, saved at once. */
export const VisibilityTable = ({ visibility, disabled }: { visibility: Visibility; disabled: boolean }) => (
  <div className={tableScrollClass} tabIndex={0} role="region" aria-label="信息公开范围表">
    <table className="w-full text-left">
      <caption className="sr-only">企业信息各部分对谁可见</caption>
      <thead className={tableHeadClass}>
        <tr>
          <th scope="col" className={headCellClass('left')}>
            信息
          </th>
          {audiences.map((audience) => (
            <th
              key={audience}
              scope="col"
              className={`${headCellClass('left')} max-md:px-1.5 max-md:whitespace-normal`}
            >
              {audienceLabels[audience]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {companyParts.map((part) => (
          <tr key={part} className={rowClass(false)}>
            <th scope="row" className={`${cellClass('left')} text-left font-normal`}>
              {companyPartLabels[part]}
            </th>
            {audiences.map((audience) => (
              <td key={audience} className={`${cellClass('left')} max-md:px-1.5`}>
                <label className="relative inline-flex min-h-9 min-w-9 items-center max-md:min-h-11 max-md:min-w-11">
                  <input
                    type="radio"
                    name={`visible-${part}`}
                    checked={visibility[part] === audience}
                    disabled={disabled}
                    onChange={() => void choose(part, audience)}
                  />
                  <span className="sr-only">
                    {companyPartLabels[part]}对{audienceLabels[audience]}
                  </span>
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
