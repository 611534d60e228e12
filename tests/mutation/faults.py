"""Which faults are planted: the sites that cosmic-ray finds for the operators chosen here."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import parso
from cosmic_ray import plugins
from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.operators.operator import Example, Operator
from cosmic_ray.work_item import MutationSpec

COMPARED = (
    "Eq_NotEq NotEq_Eq Lt_LtE Lt_GtE LtE_Lt LtE_Gt Gt_GtE Gt_LtE GtE_Gt GtE_Lt Is_IsNot IsNot_Is"
)
CALCULATED = "Add_Sub Sub_Add Mul_FloorDiv FloorDiv_Mul Mod_FloorDiv"
OPERATORS = [
    *(f"core/ReplaceComparisonOperator_{pair}" for pair in COMPARED.split()),
    *(f"core/ReplaceBinaryOperator_{pair}" for pair in CALCULATED.split()),
    *(f"core/ReplaceUnaryOperator_Delete_{sign}" for sign in ("Not", "USub")),
    *(f"core/Replace{pair}" for pair in ("AndWithOr", "OrWithAnd", "TrueWithFalse", "FalseWithTrue")),
    *(f"core/Replace{pair}" for pair in ("BreakWithContinue", "ContinueWithBreak")),
    *(f"core/{name}" for name in ("AddNot", "NumberReplacer", "ZeroIterationForLoop")),
    "own/RemoveStatement",
]  # fmt: skip
"""A comparison becomes its opposite or its neighbour. What only trades one sign for any other dies
of a TypeError and would make the figure look better than it is."""


class RemoveStatement(Operator):  # type: ignore[misc]  # cosmic-ray has no types here
    """Leaves out a call or a yield that stands alone: a happening not told, a check not made."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Any, Any]]:
        if node.type == "simple_stmt" and node.children[0].type in ("atom_expr", "yield_expr"):
            yield node.children[0].start_pos, node.children[0].end_pos

    def mutate(self, node: Any, index: int) -> Any:
        stays = "yield from ()" if node.children[0].type == "yield_expr" else "pass"
        nothing = parso.parse(node.get_first_leaf().prefix + stays).children[0]
        node.children[0] = nothing
        return node

    @classmethod
    def examples(cls) -> tuple[Example, ...]:
        return (Example("tell(x)\n", "pass\n"), Example("yield x\n", "yield from ()\n"))


plugins.OPERATOR_PROVIDERS["own"] = {"RemoveStatement": RemoveStatement}


def faults(files: list[Path]) -> list[MutationSpec]:
    """Every fault that can be planted in the files, in the same order every time."""
    found = []
    for file in files:
        tree = get_ast_from_path(file)
        left_out = list(no_behaviour(file.read_text(encoding="utf-8")))
        for name in OPERATORS:
            operator = plugins.get_operator(name)()
            places = (at for node in ast_nodes(tree) for at in operator.mutation_positions(node))
            found += [
                MutationSpec(file, name, occurrence, start, end)
                for occurrence, (start, end) in enumerate(places)
                if not any(first <= start and end <= last for first, last in left_out)
            ]
    return found


def no_behaviour(text: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """From where to where a type is written, or how a struct is stored (frozen, gc)."""
    lines = text.splitlines()

    def place(line: int | None, offset: int | None) -> tuple[int, int]:
        """Of letters, where the standard library counts bytes."""
        assert line is not None
        return line, len(lines[line - 1].encode()[:offset].decode())

    for node in ast.walk(ast.parse(text)):
        options = node.keywords if isinstance(node, ast.ClassDef) else []
        types = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        for one in (*types, *(option.value for option in options)):
            if one is not None:
                yield place(one.lineno, one.col_offset), place(one.end_lineno, one.end_col_offset)
