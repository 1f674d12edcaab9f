import { UserRoundPlus } from 'lucide-react'
import { Link } from 'react-router-dom'
import { common } from '#texts/common'
import { Button } from './button.tsx'

/** The way out of an empty state that only a child fills: opens the dialog that adds one. */
export function AddChildLink() {
  return (
    <Button asChild>
      <Link to="/family-members#add">
        <UserRoundPlus aria-hidden />
        <span>{common.addChild}</span>
      </Link>
    </Button>
  )
}
