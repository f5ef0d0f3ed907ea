/** Templates as Home Assistant renders them, by the Jinja that it is built on. */
import { runProgram } from './run-program.js';

/** What an entity that asks is told by. */
export interface Templates {
  readonly availability: string;
  readonly value_template: string;
}

export interface Rendered {
  readonly available: boolean;
  /** null: the template failed. */
  readonly value: string | null;
}

export interface State {
  readonly state: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/**
 * An answer is `value`, and `value_json` only where it is JSON. What is undefined is an error in `availability` alone, and an
 * error there counts as available. What a template of states makes is read as a literal of Python, where it is one.
 */
const PROGRAM = `
import ast, json, sys
from datetime import datetime, timezone
from jinja2 import StrictUndefined, TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

asked = json.load(sys.stdin)
states = asked.get("states", {})

def state_attr(entity, name):
    return states.get(entity, {}).get("attributes", {}).get(name)

def has_value(entity):
    return states.get(entity, {}).get("state", "unknown") not in ("unknown", "unavailable")

def as_datetime(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))

def relative_time(then):
    return "%d minutes" % ((datetime.now(timezone.utc) - then).total_seconds() // 60)

def prepared(environment):
    environment.globals.update(
        state_attr=state_attr, has_value=has_value, as_datetime=as_datetime, relative_time=relative_time,
        now=lambda: datetime.now(timezone.utc), states=lambda entity: states.get(entity, {}).get("state", "unknown"))
    return environment

plain = prepared(ImmutableSandboxedEnvironment())
strict = prepared(ImmutableSandboxedEnvironment(undefined=StrictUndefined))

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

def native(template):
    text = plain.from_string(template).render().strip()
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return {"true": True, "false": False}.get(text.lower(), text)

if "templates" in asked:
    json.dump([native(one) for one in asked["templates"]], sys.stdout)
else:
    json.dump([[entity(one, variables(body)) for one in asked["entities"]] for body in asked["bodies"]], sys.stdout)
`;

/** For each body, each entity. */
export const render = (entities: readonly Templates[], bodies: readonly string[]): readonly (readonly Rendered[])[] =>
  run({ entities, bodies }) as readonly (readonly Rendered[])[];

/** What each template makes of the states. @throws where one fails */
export const renderStates = (
  templates: readonly string[],
  states: Readonly<Record<string, State>>,
): readonly unknown[] => run({ templates, states }) as readonly unknown[];

function run(asked: object): unknown {
  const { status, stdout, stderr } = runProgram('/usr/bin/python3', ['-c', PROGRAM], { input: JSON.stringify(asked) });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
