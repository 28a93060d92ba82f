// Prints the "run:" steps of GitHub's workflows and composite actions, as GitHub's own parser reads them: file, job, step, condition, whether it
// may fail, and script in base64, with a tab between. Fails with the parser's sentences.
//
//   node steps.mjs NAME=VALUE... FILE...    values of expressions, such as matrix.java=17; of an action's inputs action.NAME
import fs from "node:fs";
import path from "node:path";
import { convertActionTemplate, parseAction } from "@actions/workflow-parser/actions/index";
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser";

const values = Object.fromEntries(process.argv.slice(2).filter((one) => one.includes("=")).map((one) => one.split("=")));
let errors = [];

async function parse(name, content) {
  const parsed = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  const template = parsed.value && (await convertWorkflowTemplate(parsed.context, parsed.value));
  errors.push(...parsed.context.errors.getErrors().map((one) => one.message));
  return template;
}

function print(name, job, step, script) {
  const tolerated = step["continue-on-error"] ? "tolerated" : "-";
  console.log([name, job, step.name, step.if.expr, tolerated, Buffer.from(`${script}`).toString("base64")].join("\t"));
}

// Each input is a variable of its step, as the action's lines want it: an action has no other values.
function action(name, content) {
  const parsed = parseAction({ name, content }, new NoOperationTraceWriter());
  const template = parsed.value && convertActionTemplate(parsed.context, parsed.value);
  errors.push(...parsed.context.errors.getErrors().map((one) => one.message));
  const inputs = template?.inputs?.map(({ id, default: given }) => [`inputs.${id}`, values[`action.${id}`] ?? `${given ?? ""}`]);
  const known = Object.fromEntries(inputs ?? []);
  for (const step of template?.runs?.steps?.filter((one) => "run" in one) ?? []) {
    const variables = [...(step.env ?? [])].map(({ key, value }) => {
      const set = `${value}`.replace(/\$\{\{ *([\w.-]+) *\}\}/g, (all, id) => known[id] ?? all);
      return `export ${key}='${set.replaceAll("'", "'\\''")}'\n`;
    });
    print(name, "action", step, variables.join("") + step.run.value);
  }
}

for (const file of process.argv.slice(2).filter((one) => !one.includes("="))) {
  const content = fs.readFileSync(file, "utf8");
  const name = path.basename(file);
  if (name === "action.yml") {
    action(path.basename(path.dirname(file)), content);
    continue;
  }
  await parse(name, content);
  const set = content.replace(/\$\{\{ *([\w.]+) *\}\}/g, (all, key) => values[key] ?? all);
  for (const job of (await parse(name, set))?.jobs ?? []) {
    for (const step of job.steps.filter((one) => "run" in one)) {
      const script = step.run.value ?? errors.push(`${name}: no value for ${step.run.expression}`);
      print(name, job.id, step, script);
    }
  }
}
errors = [...new Set(errors)];
errors.forEach((one) => console.error(one));
process.exit(errors.length ? 1 : 0);
