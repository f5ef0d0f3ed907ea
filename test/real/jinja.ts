/** Templates as Home Assistant renders them, by the Jinja that it is built on. */
import { runProgram } from './run-program.js';

export interface Templates {
  readonly availability: string;
  readonly value_template: string;
}

export interface Rendered {
  readonly available: boolean;
  /** null: the template failed. */
  readonly value: string | null;
}

/**
 * An answer is `value`, and `value_json` only where it is JSON. What is undefined is an error in `availability` alone, and an
 * error there counts as available.
 */
const PROGRAM = `
import json, sys
from jinja2 import StrictUndefined, TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

plain = ImmutableSandboxedEnvironment()
strict = ImmutableSandboxedEnvironment(undefined=StrictUndefined)

def variables(body):
    try:
        return {"value": body, "value_json": json.loads(body)}
    except ValueError:
        return {"value": body}

def render(environment, template, given, otherwise):
    try:
        return environment.from_string(template).render(**given).strip()
    except TemplateError:
        return otherwise

def entity(templates, given):
    available = render(strict, templates["availability"], given, "True")
    value = render(plain, templates["value_template"], given, None)
    return {"available": available.lower() in ("1", "true", "yes", "on", "enable"), "value": value}

asked = json.load(sys.stdin)
json.dump([[entity(one, variables(body)) for one in asked["entities"]] for body in asked["bodies"]], sys.stdout)
`;

/** For each body, each entity. */
export function render(entities: readonly Templates[], bodies: readonly string[]): readonly (readonly Rendered[])[] {
  const input = JSON.stringify({ entities, bodies });
  const { status, stdout, stderr } = runProgram('/usr/bin/python3', ['-c', PROGRAM], { input });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
