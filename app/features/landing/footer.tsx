import { Link } from 'react-router-dom'
import { BubbleMark } from '#app/ui/media/bubble-mark.tsx'
import { LanguageSelect } from '#app/ui/controls/language-select.tsx'
import { landing } from '#texts/landing'

const year = new Date().getFullYear()

/** Only one of these pages exists; the other links stay on this page. */
const groups = [
  { name: 'product', links: ['features', 'pricing', 'faq'] },
  { name: 'company', links: ['about', 'blog', 'contact'] },
  { name: 'legal', links: ['privacy', 'terms', 'security'] },
] as const

const shape = 'touch text-muted hover:text-ink inline-flex items-center pr-4 hover:underline'

export function Footer() {
  return (
    <footer className="border-line bg-panel border-t">
      <div className="mx-auto grid max-w-7xl gap-10 px-4 py-12 sm:px-8 md:grid-cols-[2fr_3fr]">
        <div className="flex flex-col gap-2">
          <p translate="no" className="font-display flex items-center gap-2 text-xl font-bold">
            <BubbleMark className="size-8" />
            Bubblequest
          </p>
          <p translate="no" className="text-muted text-sm">
            © {year} Bubblequest
          </p>
          <LanguageSelect className="self-start" />
        </div>
        <nav aria-label={landing.footer} className="grid grid-cols-2 gap-8 sm:grid-cols-3">
          {groups.map((group) => (
            <div key={group.name}>
              <h2 className="mb-1 text-base font-bold">{landing.groups[group.name]}</h2>
              <ul>
                {group.links.map((link) => (
                  <li key={link}>
                    {link === 'privacy' ? (
                      <Link to="/privacy" className={shape}>
                        {landing.links[link]}
                      </Link>
                    ) : (
                      <a href={`#${link}`} className={shape}>
                        {landing.links[link]}
                      </a>
                    )}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  )
}
