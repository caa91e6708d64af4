//! glTF 2.0, as one binary file or as JSON with buffers: the nodes of the scene that have a mesh, each placed by the scene.
//!
//! Khronos Group: glTF 2.0 Specification, sections 3.5 (scenes), 3.6 (buffers and accessors), 3.7 (meshes), 4 (the binary file).

use super::budget::Budget;
use super::buffers::Buffers;
use super::{Object, Place, object, placed, sheared, unused, world};
use crate::body::Point;
use crate::format::Problem;
use crate::given::{Step, Turn, work};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;

/// The content of the file: the description, and the buffers to which it refers.
struct File<'a> {
    json: Value,
    buffers: Buffers<'a>,
    path: &'a Path,
    budget: Budget<'a>,
    /// Remarks on the scene, which its first object gets.
    remarks: RefCell<Vec<String>>,
}

/// A node that has not been examined yet.
struct Open {
    node: u64,
    /// The field that names it.
    named_by: String,
    /// The pose of its parent in the world; `None` if the parent is not moved.
    outer: Option<Step>,
    depth: usize,
}

/// The largest number of nodes of a scene, each with its copy of a mesh.
const NODES: usize = 100_000;
/// The greatest depth of nodes within nodes.
const DEPTH: usize = 1_000;

pub(super) fn parse(bytes: &[u8], path: &Path) -> Result<Vec<Object>, Problem> {
    // A file of JSON alone begins with its object.
    let (text, binary) = match bytes.trim_ascii_start().first() {
        Some(b'{') => (bytes, None),
        _ => chunks(bytes, path)?,
    };
    let in_json = |error| Problem::of_file(path, format!("in its JSON: {error}"));
    let json: Value = serde_json::from_slice(text).map_err(in_json)?;
    let budget = Budget::new(bytes.len(), path, "scene");
    let buffers = Buffers::of(&json, binary, path)?;
    let file = File { json, buffers, path, budget, remarks: RefCell::default() };
    let mut objects = file.objects()?;
    if let Some(first) = objects.first_mut() {
        first.remarks.begin_with(file.remarks.take());
    }
    Ok(objects)
}

/// The chunks of a binary file: the text of its JSON and, if it has one, its binary buffer.
fn chunks<'a>(bytes: &'a [u8], path: &Path) -> Result<(&'a [u8], Option<&'a [u8]>), Problem> {
    let wrong = |reason: String| Problem::of_file(path, reason);
    let word = |at: usize| bytes.get(at..at + 4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
    if bytes.get(..4) != Some(b"glTF") {
        return Err(wrong("no glTF file: it begins neither with `glTF` nor with `{`".to_owned()));
    }
    match word(4) {
        Some(2) => {}
        Some(version) => return Err(wrong(format!("this is binary glTF of version {version}; version 2 is read"))),
        None => return Err(wrong("the file ends in its head".to_owned())),
    }
    if word(8).is_none_or(|length| length as usize != bytes.len()) {
        return Err(wrong(format!("the head says {} bytes, the file has {}", word(8).unwrap_or(0), bytes.len())));
    }
    let chunk = |at: usize, kind: &[u8; 4]| {
        let length = word(at)? as usize;
        (bytes.get(at + 4..at + 8)? == kind).then_some(())?;
        bytes.get(at + 8..(at + 8).checked_add(length)?)
    };
    let text = chunk(12, b"JSON").ok_or_else(|| wrong("the chunk JSON at byte 12 is missing or is cut off".to_owned()))?;
    // The length of a chunk is a multiple of four; some programs do not fill the chunk up.
    let end = 20 + text.len();
    Ok((text, chunk(end, b"BIN\0").or_else(|| chunk(end.next_multiple_of(4), b"BIN\0"))))
}

/// The position of a value in the description, for messages.
fn at(list: &str, index: u64) -> String {
    format!("{list}[{index}]")
}

impl File<'_> {
    fn wrong(&self, place: &str, reason: impl Into<String>) -> Problem {
        Problem { field: place.to_owned(), ..Problem::of_file(self.path, reason) }
    }

    /// An element of a list of the description.
    fn element(&self, list: &str, index: u64, named_by: &str) -> Result<&Value, Problem> {
        let element = usize::try_from(index).ok().and_then(|index| self.json.get(list)?.get(index));
        element
            .filter(|element| element.is_object())
            .ok_or_else(|| self.wrong(named_by, format!("there is no {}", at(list, index))))
    }

    /// A whole number; `None` if the field is absent.
    fn whole(&self, value: &Value, field: &str, place: &str) -> Result<Option<u64>, Problem> {
        match value.get(field) {
            None => Ok(None),
            Some(number) => {
                number.as_u64().map(Some).ok_or_else(|| self.wrong(&format!("{place}.{field}"), "must be a whole number"))
            }
        }
    }

    /// An array of exactly `N` numbers; `None` if the field is absent.
    fn numbers<const N: usize>(&self, value: &Value, field: &str, place: &str) -> Result<Option<[f64; N]>, Problem> {
        let Some(list) = value.get(field) else { return Ok(None) };
        let numbers = list.as_array().map(|list| list.iter().map(Value::as_f64).collect::<Option<Vec<f64>>>());
        let numbers = numbers.flatten().and_then(|numbers| <[f64; N]>::try_from(numbers).ok());
        numbers.map(Some).ok_or_else(|| self.wrong(&format!("{place}.{field}"), format!("must be {N} numbers")))
    }

    fn objects(&self) -> Result<Vec<Object>, Problem> {
        let required = self.json.get("extensionsRequired").and_then(Value::as_array);
        if let Some(extension) = required.into_iter().flatten().filter_map(Value::as_str).next() {
            return Err(self.wrong("extensionsRequired", format!("this is glTF with {extension}, which is not read")));
        }
        let nodes = self.json.get("nodes").and_then(Value::as_array).map_or(0, Vec::len);
        let roots: Vec<u64> = match self.whole(&self.json, "scene", "")?.or(self.json.get("scenes").and(Some(0))) {
            Some(scene) => self.children(self.element("scenes", scene, "scene")?, "nodes", &at("scenes", scene))?,
            // Without a scene, the roots are the nodes that are not children of any node.
            None => {
                let mut is_child = vec![false; nodes];
                for node in 0..nodes as u64 {
                    for child in self.children(self.element("nodes", node, "nodes")?, "children", &at("nodes", node))? {
                        if let Some(child) = is_child.get_mut(child as usize) {
                            *child = true;
                        }
                    }
                }
                (0..nodes as u64).filter(|node| !is_child[*node as usize]).collect()
            }
        };
        // Each node with the pose of its parent in the world and with its depth, the last node first.
        let root = |node| Open { node, named_by: "scenes".to_owned(), outer: None, depth: 0 };
        let mut open: Vec<Open> = roots.into_iter().rev().map(root).collect();
        let (mut objects, mut visited) = (Vec::new(), 0);
        while let Some(Open { node: number, named_by, outer, depth }) = open.pop() {
            visited += 1;
            // A tree does not have more: each node has one parent.
            if visited > nodes.min(NODES) || depth > DEPTH {
                return Err(self.wrong(&at("nodes", number), "the nodes are not a tree, or too many"));
            }
            let (node, place) = (self.element("nodes", number, &named_by)?, at("nodes", number));
            let steps = self.steps(node, &place)?;
            self.budget.take(work(&[&steps[..], outer.as_slice()].concat()), &place)?;
            let world = world(steps, outer, &Place { path: self.path, field: &place })?;
            if let Some(mesh) = self.whole(node, "mesh", &place)? {
                if node.get("skin").is_some() {
                    return Err(self.wrong(&place, "this is glTF with a skin, which is not read"));
                }
                self.is_at_rest(node, &place)?;
                let name = node.get("name").and_then(Value::as_str);
                let found = self.mesh(mesh, &place, name)?;
                objects.push(placed(found, world.as_slice(), &Place { path: self.path, field: &place })?);
            }
            for child in self.children(node, "children", &place)?.into_iter().rev() {
                open.push(Open { node: child, named_by: place.clone(), outer: world, depth: depth + 1 });
            }
        }
        Ok(objects)
    }

    /// Checks that all weights of morph targets are zero: nonzero weights move vertices.
    fn is_at_rest(&self, value: &Value, place: &str) -> Result<(), Problem> {
        let weights = value.get("weights").and_then(Value::as_array);
        match weights.is_some_and(|weights| weights.iter().any(|weight| weight.as_f64() != Some(0.0))) {
            true => Err(self.wrong(place, "this is glTF with the weights of morph targets, which are not read")),
            false => Ok(()),
        }
    }

    fn children(&self, value: &Value, field: &str, place: &str) -> Result<Vec<u64>, Problem> {
        let Some(list) = value.get(field) else { return Ok(Vec::new()) };
        let list = list.as_array().map(|list| list.iter().map(Value::as_u64).collect::<Option<Vec<u64>>>());
        list.flatten().ok_or_else(|| self.wrong(&format!("{place}.{field}"), "must be a list of whole numbers"))
    }

    /// The placement of a node within its parent.
    fn steps(&self, node: &Value, place: &str) -> Result<Vec<Step>, Problem> {
        let mut steps = Vec::new();
        if let Some(columns) = self.numbers::<16>(node, "matrix", place)? {
            let entry = |row: usize, column: usize| columns[4 * column + row];
            if [0, 1, 2, 3].map(|column| entry(3, column)) != [0.0, 0.0, 0.0, 1.0] {
                return Err(self.wrong(&format!("{place}.matrix"), "its last row is not 0, 0, 0, 1"));
            }
            let rows: [Point; 3] = std::array::from_fn(|row| std::array::from_fn(|column| entry(row, column)));
            let name = node.get("name").and_then(Value::as_str).unwrap_or(place);
            self.remarks.borrow_mut().extend(sheared(name, &rows));
            let translation = std::array::from_fn(|row| entry(row, 3));
            steps.push(Step::Pose { turn: Some(Turn::Matrix(rows)), translation });
        }
        steps.extend(self.numbers::<3>(node, "scale", place)?.map(Step::Scale));
        if let Some([x, y, z, w]) = self.numbers::<4>(node, "rotation", place)? {
            if [x, y, z, w] == [0.0; 4] {
                return Err(self.wrong(&format!("{place}.rotation"), "a quaternion of zeros is no rotation"));
            }
            steps.push(Step::turn(Turn::Quaternion([w, x, y, z])));
        }
        steps.extend(self.numbers::<3>(node, "translation", place)?.map(Step::translation));
        Ok(steps)
    }

    /// The triangles of a mesh, in its own coordinates.
    fn mesh(&self, number: u64, named_by: &str, node: Option<&str>) -> Result<Object, Problem> {
        let (mesh, place) = (self.element("meshes", number, named_by)?, at("meshes", number));
        let name = node.or_else(|| mesh.get("name")?.as_str()).unwrap_or_default();
        self.budget.take(name.len(), &place)?;
        self.is_at_rest(mesh, &place)?;
        let (mut vertices, mut triangles): (Vec<Point>, Vec<[u32; 3]>) = (Vec::new(), Vec::new());
        // The vertices of each accessor that a primitive uses: primitives may share an accessor.
        let mut used: HashMap<u64, Vec<bool>> = HashMap::new();
        for (index, primitive) in mesh.get("primitives").and_then(Value::as_array).into_iter().flatten().enumerate() {
            let place = format!("{place}.primitives[{index}]");
            let position = primitive.get("attributes").and_then(|attributes| attributes.get("POSITION"));
            let Some(position) = position.and_then(Value::as_u64) else {
                return Err(self.wrong(&format!("{place}.attributes.POSITION"), "no vertices are named here"));
            };
            let first = vertices.len() as u32;
            vertices.extend(self.positions(position, &place)?);
            let own = vertices.len() as u32 - first;
            let corners = match self.whole(primitive, "indices", &place)? {
                Some(indices) => self.indices(indices, own, &place)?,
                None => {
                    self.budget.take(own as usize, &place)?;
                    (0..own).collect()
                }
            };
            let used = used.entry(position).or_default();
            used.resize(used.len().max(own as usize), false);
            corners.iter().for_each(|corner| used[*corner as usize] = true);
            let mut add = |a: u32, b: u32, c: u32| triangles.push([first + a, first + b, first + c]);
            match self.whole(primitive, "mode", &place)?.unwrap_or(4) {
                4 => corners.chunks_exact(3).for_each(|face| add(face[0], face[1], face[2])),
                5 => corners.windows(3).enumerate().for_each(|(i, face)| match i % 2 {
                    0 => add(face[0], face[1], face[2]),
                    _ => add(face[1], face[0], face[2]),
                }),
                6 => super::fan(&corners).for_each(|face| add(face[0], face[1], face[2])),
                mode => return Err(self.wrong(&place, format!("triangles are read, and no points and lines (mode {mode})"))),
            }
        }
        let read = object(name, &vertices, &triangles).map_err(|_| self.wrong(&place, "a coordinate is not finite"))?;
        let all: usize = used.values().map(Vec::len).sum();
        let left_out = used.values().flatten().filter(|is_used| !**is_used).count();
        Ok(Object { remarks: unused(left_out, all).into_iter().collect(), ..read })
    }

    /// The bytes of the elements of an accessor, which have this size.
    fn elements(&self, number: u64, named_by: &str, size: usize) -> Result<impl Iterator<Item = &[u8]>, Problem> {
        let (accessor, place) = (self.element("accessors", number, named_by)?, at("accessors", number));
        if accessor.get("sparse").is_some() {
            return Err(self.wrong(&place, "this is glTF with a sparse accessor, which is not read"));
        }
        let count = self.whole(accessor, "count", &place)?.unwrap_or(0);
        let Some(view) = self.whole(accessor, "bufferView", &place)? else {
            return Err(self.wrong(&place, "it has no bufferView"));
        };
        let (view, view_place) = (self.element("bufferViews", view, &place)?, at("bufferViews", view));
        let buffer = self.whole(view, "buffer", &view_place)?.unwrap_or(0);
        let bytes = self.buffers.bytes(buffer, &view_place)?;
        let offset = self.whole(view, "byteOffset", &view_place)?.unwrap_or(0);
        let length = self.whole(view, "byteLength", &view_place)?.unwrap_or(0);
        let stride = self.whole(view, "byteStride", &view_place)?.unwrap_or(size as u64);
        let within = self.whole(accessor, "byteOffset", &place)?.unwrap_or(0);
        let end = offset.checked_add(length).filter(|end| *end <= bytes.len() as u64);
        let Some(view) = end.map(|end| &bytes[offset as usize..end as usize]) else {
            return Err(self.wrong(&view_place, format!("it goes beyond the {} bytes of the buffer", bytes.len())));
        };
        let last = count
            .checked_sub(1)
            .map_or(Some(0), |last| last.checked_mul(stride)?.checked_add(within)?.checked_add(size as u64));
        if stride == 0 || last.is_none_or(|last| last > view.len() as u64) {
            return Err(self.wrong(&place, format!("its {count} elements go beyond its view of {} bytes", view.len())));
        }
        self.budget.take(usize::try_from(count).unwrap_or(usize::MAX), &place)?;
        let begin = move |index: u64| (within + index * stride) as usize;
        Ok((0..count).map(move |index| &view[begin(index)..begin(index) + size]))
    }

    fn positions(&self, number: u64, named_by: &str) -> Result<impl Iterator<Item = Point>, Problem> {
        let accessor = self.element("accessors", number, named_by)?;
        let kind = (accessor.get("type").and_then(Value::as_str), accessor.get("componentType").and_then(Value::as_u64));
        if kind != (Some("VEC3"), Some(5126)) {
            return Err(self.wrong(&at("accessors", number), "positions are vectors of three floats"));
        }
        let single = |bytes: &[u8], i: usize| f64::from(f32::from_le_bytes(std::array::from_fn(|byte| bytes[4 * i + byte])));
        let point = move |bytes: &[u8]| std::array::from_fn(|i| single(bytes, i));
        Ok(self.elements(number, named_by, 12)?.map(point))
    }

    fn indices(&self, number: u64, count: u32, named_by: &str) -> Result<Vec<u32>, Problem> {
        let kind = self.element("accessors", number, named_by)?.get("componentType").and_then(Value::as_u64);
        let size = match kind {
            Some(5121) => 1,
            Some(5123) => 2,
            Some(5125) => 4,
            _ => return Err(self.wrong(&at("accessors", number), "indices are unsigned integers of 8, 16 or 32 bits")),
        };
        let index = |bytes: &[u8]| bytes.iter().rev().fold(0, |index: u32, byte| index << 8 | u32::from(*byte));
        let indices: Vec<u32> = self.elements(number, named_by, size)?.map(index).collect();
        match indices.iter().find(|index| **index >= count) {
            Some(index) => {
                Err(self.wrong(&at("accessors", number), format!("there is no vertex {index}; the primitive has {count}")))
            }
            None => Ok(indices),
        }
    }
}
